// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_set>

namespace keyrack {

class CredentialSlot;

// Bounds how many slots hold a decrypted credential: the least recently used one gives its own up.
// Counts what became of requests. Any thread; outlives its slots.
class CredentialCache {
 public:
  explicit CredentialCache(std::size_t capacity) : capacity_(capacity) {}

  struct Counters {
    std::atomic<std::uint64_t> hits{0};
    std::atomic<std::uint64_t> misses{0};  // had to load, or to wait for somebody who did
    std::atomic<std::uint64_t> loads{0};
    std::atomic<std::uint64_t> kdf_runs{0};  // ... of encrypted keys
    std::atomic<std::uint64_t> evictions{0};
    std::atomic<std::uint64_t> reloads{0};  // snapshots taken of sources
  };
  Counters& counters() { return counters_; }
  std::size_t size() const;

  // A clock that ticks with every use.
  std::uint64_t tick() { return clock_.fetch_add(1, std::memory_order_relaxed) + 1; }
  // `slot` holds a credential now. Called without its lock.
  void add(CredentialSlot& slot);
  void remove(CredentialSlot& slot);

 private:
  const std::size_t capacity_;
  Counters counters_;
  std::atomic<std::uint64_t> clock_{0};
  mutable std::mutex mutex_;
  std::unordered_set<CredentialSlot*> slots_;  // that hold one
};

}  // namespace keyrack
