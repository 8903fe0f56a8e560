// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/reload.h>

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace keyrack {

// Hands a source's events to its callback: in order, one at a time, never under a lock. Safe for
// any thread; uses its owner's mutex.
class EventDelivery {
 public:
  using Lock = std::unique_lock<std::mutex>;

  explicit EventDelivery(std::function<void(const ReloadEvent&)> callback)
      : callback_(std::move(callback)) {}

  // With the mutex held.
  void push(ReloadEvent event) {
    if (callback_) events_.push_back(std::move(event));
  }
  // Delivers what is queued, unlocking meanwhile. Returns at once when another thread is at it:
  // that one delivers these events too.
  void deliver(Lock& lock);
  // No callback begins from now on, and none runs when this returns, unless it is the caller.
  void close(Lock& lock);

  // In a child made by fork(), whose parent's threads are not there.
  void reset_after_fork();

 private:
  bool is_delivering_ = false;
  bool is_closed_ = false;
  std::thread::id deliverer_;
  std::condition_variable done_;
  std::deque<ReloadEvent> events_;
  std::function<void(const ReloadEvent&)> callback_;
};

}  // namespace keyrack
