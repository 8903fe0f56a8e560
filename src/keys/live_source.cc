// SPDX-License-Identifier: Apache-2.0
#include "keys/live_source.h"

namespace keyrack {

std::shared_ptr<const SourceSnapshot> LiveSource::current() {
  const std::lock_guard lock(mutex_);
  KeyStore store = store_.current();
  if (!snapshot_ || snapshot_->store().generation() != store.generation()) {
    snapshot_ = std::make_shared<const SourceSnapshot>(std::move(store), key_passwords_, context_,
                                                       snapshot_.get());
    context_.cache->counters().reloads.fetch_add(1, std::memory_order_relaxed);
  }
  return snapshot_;
}

}  // namespace keyrack
