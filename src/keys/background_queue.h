// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

namespace keyrack {

// Runs jobs one after another on a thread of its own, which lives while there are jobs. Any thread
// may submit. The destructor drops what has not begun and waits for what has, unless a job itself
// destroys the queue. A child made by fork() loses the jobs of its parent and begins anew.
class BackgroundQueue {
 public:
  using Job = std::move_only_function<void()>;

  BackgroundQueue();
  ~BackgroundQueue();
  BackgroundQueue(const BackgroundQueue&) = delete;
  BackgroundQueue& operator=(const BackgroundQueue&) = delete;

  // Jobs must not throw. When no thread can be had the job runs here and now.
  void submit(Job job);
  // Until nothing is queued or running. Not from a job.
  void wait_until_idle();

 private:
  struct State;
  static void drain(const std::shared_ptr<State>& state);
  std::shared_ptr<State> state_;
};

}  // namespace keyrack
