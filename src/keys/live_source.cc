// SPDX-License-Identifier: Apache-2.0
#include "keys/live_source.h"

namespace keyrack {

SourceSnapshotPtr LiveSource::current() {
  const std::lock_guard lock(mutex_);
  KeyStore store = store_.current();
  if (!snapshot_ || store_generation_ != store.generation()) {
    store_generation_ = store.generation();
    snapshot_ = std::make_shared<const SourceSnapshot>(
        std::make_shared<const StoreEntries>(std::move(store), key_passwords_), context_,
        snapshot_.get());
    ++generation_;
  }
  return snapshot_;
}

KeySourceStatus LiveSource::status() {
  const std::lock_guard lock(mutex_);
  return {.name = "memory", .generation = generation_, .reload = {}, .problem = {}};
}

}  // namespace keyrack
