// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace keyrack {

// A shared value that many threads read while now and then one replaces it. Readers take no lock: a
// reader that is held up delays the next replacement and no other reader. Any thread.
template <typename T>
class Published {
 public:
  using Pointer = std::shared_ptr<const T>;

  explicit Published(Pointer first = nullptr) { slots_[0].value = std::move(first); }

  Pointer load() const {
    while (true) {
      const unsigned at = active_.load();
      const Slot& slot = slots_[at];
      slot.readers.fetch_add(1);
      // Only when it is still the active one is nobody writing to it.
      const bool is_readable = active_.load() == at;
      Pointer value = is_readable ? slot.value : nullptr;
      slot.readers.fetch_sub(1);
      if (is_readable) return value;
    }
  }

  // The former value goes with its last reader.
  void store(Pointer value) {
    const std::lock_guard lock(mutex_);
    const unsigned former = active_.load();
    Slot& next = slots_[1 - former];
    await_no_reader(next);
    next.value = std::move(value);
    active_.store(1 - former);
    await_no_reader(slots_[former]);
    slots_[former].value.reset();
  }

 private:
  struct alignas(64) Slot {
    Pointer value;
    mutable std::atomic<unsigned> readers{0};
  };

  static void await_no_reader(const Slot& slot) {
    while (slot.readers.load() != 0) std::this_thread::yield();
  }

  std::array<Slot, 2> slots_;
  std::atomic<unsigned> active_{0};
  std::mutex mutex_;  // of those who store
};

}  // namespace keyrack
