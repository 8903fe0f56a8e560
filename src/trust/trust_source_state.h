// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/trust_source.h>

#include <utility>

#include "reload/source.h"

namespace keyrack {

// A trust store that may be replaced, by its owner or because its files changed.
class LiveTrustStore::State {
 public:
  explicit State(Source<TrustStore> source) : source_(std::move(source)) {}

  const Source<TrustStore>& source() const { return source_; }
  // What a snapshot stands for: nobody is trusted while nothing could be loaded.
  static TrustStore store_of(const std::shared_ptr<const TrustStore>& value) {
    return value ? *value : TrustStore::empty();
  }
  TrustStore current() const { return store_of(source_.current()); }

 private:
  Source<TrustStore> source_;
};

}  // namespace keyrack
