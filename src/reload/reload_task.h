// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>

#include "reload/schedule.h"

namespace keyrack {

// What a reloader drives. Every function but the fork hooks may be called from any thread.
class ReloadTask {
 public:
  virtual ~ReloadTask() = default;

  // Something that it watches changed.
  virtual void notified(Schedule::Time now) = 0;
  // Does what is due and may take its time over it; nothing when another thread is at it.
  virtual void run_due(Schedule::Time now) = 0;
  // When to call run_due next; Time::max() while only a wake-up can tell.
  virtual Schedule::Time next_due() = 0;

  // fork() happens with this locked, so that the child finds no half-made change.
  virtual std::mutex& fork_mutex() = 0;
  // In the child, locked: no other thread exists, nothing is watched, everything may have changed.
  virtual void reset_after_fork(Schedule::Time now) = 0;
};

}  // namespace keyrack
