// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/store_source.h>

#include <memory>
#include <utility>

#include "reload/source.h"

namespace keyrack {

// A store that may be replaced, by its owner or because its files changed.
template <typename Store>
class LiveStore<Store>::State {
 public:
  explicit State(Source<Store> source) : source_(std::move(source)) {}

  const Source<Store>& source() const { return source_; }
  // What a snapshot stands for: an empty store while nothing could be loaded.
  static Store store_of(const std::shared_ptr<const void>& value) {
    return value ? *std::static_pointer_cast<const Store>(value) : Store::empty();
  }
  Store current() const { return store_of(source_.current()); }

 private:
  Source<Store> source_;
};

}  // namespace keyrack
