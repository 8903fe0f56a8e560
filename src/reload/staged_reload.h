// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "reload/source.h"

namespace keyrack {

// Several sources loaded together, looked at together, and put in service at one moment or not at
// all: a new key store and the new client CA that belongs to it. Meant for sources that are not
// `automatic`; others may take up a change before it is committed.
//
// For one thread. Dropping it abandons the change.
class StagedReload {
 public:
  // Loads all of them and publishes nothing. Fails with the first failure, which is counted and
  // reported at its source too.
  template <typename... Ts>
  static Result<StagedReload> prepare(const Source<Ts>&... sources) {
    return prepare(std::vector{sources.share_core()...});
  }
  // The same without their types.
  static Result<StagedReload> prepare(std::vector<std::shared_ptr<SourceCore>> cores);

  // What `source`, one of those prepared, will serve after the commit.
  template <typename T>
  std::shared_ptr<const T> value_of(const Source<T>& source) const {
    return std::static_pointer_cast<const T>(value_of_core(source.core()));
  }

  // False, with nothing changed: one of the sources has served something newer meanwhile. Call
  // once.
  [[nodiscard]] bool commit();

 private:
  struct Item {
    std::shared_ptr<SourceCore> core;
    SourceCore::Candidate candidate;
  };

  AnyValue value_of_core(SourceCore& core) const;

  std::vector<Item> items_;
};

}  // namespace keyrack
