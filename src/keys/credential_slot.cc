// SPDX-License-Identifier: Apache-2.0
#include "keys/credential_slot.h"

#include <utility>

namespace keyrack {

CredentialSlot::~CredentialSlot() { cache_->remove(*this); }

Result<Credential> CredentialSlot::get(const Load& load) {
  last_used_ = cache_->tick();
  std::unique_lock lock(mutex_);
  if (credential_) {
    cache_->counters().hits.fetch_add(1, std::memory_order_relaxed);
    return *credential_;
  }
  cache_->counters().misses.fetch_add(1, std::memory_order_relaxed);
  const bool is_first = flight_ == nullptr;
  if (is_first) flight_ = std::make_shared<Flight>();
  const std::shared_ptr<Flight> flight = flight_;
  if (is_first) {
    lock.unlock();
    fly(flight, load);
  } else {
    flight->landed.wait(lock, [&] { return flight->result.has_value(); });
  }
  return *flight->result;
}

std::optional<Credential> CredentialSlot::get_or_call_back(const Load& load, Callback callback,
                                                           const Start& start) {
  last_used_ = cache_->tick();
  std::unique_lock lock(mutex_);
  if (credential_) {
    cache_->counters().hits.fetch_add(1, std::memory_order_relaxed);
    return credential_;
  }
  cache_->counters().misses.fetch_add(1, std::memory_order_relaxed);
  const bool is_first = flight_ == nullptr;
  if (is_first) flight_ = std::make_shared<Flight>();
  const std::shared_ptr<Flight> flight = flight_;
  flight->callbacks.push_back(std::move(callback));
  lock.unlock();
  if (is_first) start([this, flight, load] { fly(flight, load); });
  return std::nullopt;
}

void CredentialSlot::fly(const std::shared_ptr<Flight>& flight, const Load& load) {
  cache_->counters().loads.fetch_add(1, std::memory_order_relaxed);
  Result<Credential> result = load();
  std::vector<Callback> callbacks;
  {
    const std::lock_guard lock(mutex_);
    if (result) credential_ = *result;
    flight->result = std::move(result);
    flight_.reset();
    callbacks = std::move(flight->callbacks);
    flight->landed.notify_all();
  }
  if (*flight->result) cache_->add(*this);
  for (const Callback& callback : callbacks) callback(*flight->result);
}

void CredentialSlot::evict() {
  std::optional<Credential> evicted;
  const std::lock_guard lock(mutex_);
  evicted = std::exchange(credential_, std::nullopt);
}

}  // namespace keyrack
