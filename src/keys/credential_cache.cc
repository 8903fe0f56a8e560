// SPDX-License-Identifier: Apache-2.0
#include "keys/credential_cache.h"

#include <algorithm>

#include "keys/credential_slot.h"

namespace keyrack {

std::size_t CredentialCache::size() const {
  const std::lock_guard lock(mutex_);
  return slots_.size();
}

void CredentialCache::add(CredentialSlot& slot) {
  const std::lock_guard lock(mutex_);
  slots_.insert(&slot);
  while (slots_.size() > std::max<std::size_t>(capacity_, 1)) {
    const auto oldest = std::ranges::min_element(
        slots_, {}, [](const CredentialSlot* s) { return s->last_used_.load(); });
    (*oldest)->evict();
    slots_.erase(oldest);
    counters_.evictions.fetch_add(1, std::memory_order_relaxed);
  }
}

void CredentialCache::remove(CredentialSlot& slot) {
  const std::lock_guard lock(mutex_);
  slots_.erase(&slot);
}

}  // namespace keyrack
