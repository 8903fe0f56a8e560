// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace keyrack {

// Lets equal content be held once: a set of values that somebody else keeps alive, found by the
// hash of their content and by comparison. Holds nothing itself, so a value goes with its last
// owner. Any thread; no lock is held while a value is made.
template <typename Value>
class WeakRegistry {
 public:
  using Pointer = std::shared_ptr<const Value>;

  // A live value under `hash` of which `matches(value)` is true, or null.
  template <typename Matches>
  Pointer find(std::uint64_t hash, Matches&& matches) {
    const std::lock_guard lock(mutex_);
    return find_locked(hash, matches);
  }

  // Makes `made` findable and returns it, or an equal one that another thread published meanwhile.
  template <typename Matches>
  Pointer publish(std::uint64_t hash, Pointer made, Matches&& matches) {
    const std::lock_guard lock(mutex_);
    if (Pointer earlier = find_locked(hash, matches)) return earlier;
    if (values_.size() >= sweep_at_) sweep();
    values_.emplace(hash, made);
    return made;
  }

 private:
  static constexpr std::size_t kFirstSweep = 64;

  template <typename Matches>
  Pointer find_locked(std::uint64_t hash, Matches&& matches) {
    for (auto [at, end] = values_.equal_range(hash); at != end; ++at) {
      Pointer value = at->second.lock();
      if (value && matches(*value)) return value;
    }
    return nullptr;
  }

  // Forgets what is gone. Runs when the set has doubled, so that its cost is constant a value.
  void sweep() {
    std::erase_if(values_, [](const auto& entry) { return entry.second.expired(); });
    sweep_at_ = values_.size() < kFirstSweep / 2 ? kFirstSweep : values_.size() * 2;
  }

  std::mutex mutex_;
  std::unordered_multimap<std::uint64_t, std::weak_ptr<const Value>> values_;
  std::size_t sweep_at_ = kFirstSweep;
};

}  // namespace keyrack
