// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/reload.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

#include "base/descriptor.h"
#include "reload/reload_task.h"
#include "reload/watcher.h"

namespace keyrack {

// Drives tasks by one epoll descriptor that becomes readable when a change was notified, a time has
// come or somebody woke it; a thread of its own, or the caller's loop, waits for that.
class Reloader::State {
 public:
  enum class Driver { kThread, kEventLoop };
  explicit State(Driver driver);
  ~State();

  Result<void> open_descriptors();
  int descriptor();
  void run_due(const std::stop_token& stop = {});

  Result<void> start();
  // As start(), but respects a stop().
  Result<void> start_unless_stopped();
  void stop();

  // Tasks belong to somebody else, who removes them in time.
  std::uint64_t add(const std::shared_ptr<ReloadTask>& task);
  void remove(std::uint64_t id);
  // A task's next_due may have changed.
  void wake();
  Watcher& watcher() { return watcher_; }

  // Makes this process's own descriptors and thread when it is a child of the one that had them.
  void revive_after_fork() {
    if (is_stale_.load(std::memory_order_acquire)) revive();
  }

  // See fork_safety.h.
  std::mutex& fork_mutex() { return mutex_; }
  std::vector<std::shared_ptr<ReloadTask>> tasks_locked() const;
  void reset_after_fork();

 private:
  Result<void> start_locked();
  void revive();
  void run_thread(const std::stop_token& stop, int epoll);
  void clear_descriptors() const;
  void arm_timer(Schedule::Time next) const;
  std::map<std::uint64_t, std::shared_ptr<ReloadTask>> tasks();

  const Driver driver_;
  Watcher watcher_;

  std::mutex mutex_;
  Descriptor epoll_;
  Descriptor timer_;
  Descriptor wake_;
  std::map<std::uint64_t, std::weak_ptr<ReloadTask>> tasks_;
  std::uint64_t last_id_ = 0;
  std::jthread thread_;
  bool is_running_ = false;
  bool is_stopped_ = false;  // by stop()
  std::atomic<bool> is_stale_{false};
};

}  // namespace keyrack
