// SPDX-License-Identifier: Apache-2.0
#include "keys/background_queue.h"

#include <unistd.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>

namespace keyrack {

struct BackgroundQueue::State {
  std::mutex mutex;
  std::condition_variable idle;
  std::deque<Job> jobs;
  bool is_running = false;
  std::thread::id runner;
  pid_t process = 0;  // that the thread runs in
};

BackgroundQueue::BackgroundQueue() : state_(std::make_shared<State>()) {}

BackgroundQueue::~BackgroundQueue() {
  std::unique_lock lock(state_->mutex);
  state_->jobs.clear();
  if (state_->process != getpid() || state_->runner == std::this_thread::get_id()) return;
  state_->idle.wait(lock, [&] { return !state_->is_running; });
}

void BackgroundQueue::submit(Job job) {
  {
    const std::lock_guard lock(state_->mutex);
    if (state_->is_running && state_->process != getpid()) {
      state_->is_running = false;
      state_->jobs.clear();
    }
    state_->jobs.push_back(std::move(job));
    if (state_->is_running) return;
    state_->is_running = true;
    state_->process = getpid();
  }
  try {
    std::thread([state = state_] { drain(state); }).detach();
  } catch (const std::system_error&) {
    drain(state_);
  }
}

void BackgroundQueue::wait_until_idle() {
  std::unique_lock lock(state_->mutex);
  state_->idle.wait(lock, [&] { return !state_->is_running; });
}

void BackgroundQueue::drain(const std::shared_ptr<State>& state) {
  std::unique_lock lock(state->mutex);
  state->runner = std::this_thread::get_id();
  while (!state->jobs.empty()) {
    {
      Job job = std::move(state->jobs.front());
      state->jobs.pop_front();
      lock.unlock();
      job();
    }
    lock.lock();
  }
  state->is_running = false;
  state->runner = {};
  state->idle.notify_all();
}

}  // namespace keyrack
