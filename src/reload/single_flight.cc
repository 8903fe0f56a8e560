// SPDX-License-Identifier: Apache-2.0
#include "reload/single_flight.h"

#include <memory>

namespace keyrack {

void SingleFlight::fly(Lock& lock, const std::function<void()>& work) {
  is_busy_ = true;
  runner_ = std::this_thread::get_id();
  lock.unlock();
  work();
  lock.lock();
  is_busy_ = false;
}

std::optional<ReloadReport> SingleFlight::run(Lock& lock, const Work& work) {
  if (is_runner()) return std::nullopt;
  const std::uint64_t wanted = started_ + 1;
  idle_.wait(lock, [&] { return !is_busy_ || finished_ >= wanted; });
  if (finished_ >= wanted) return last_report_;
  const std::uint64_t mine = ++started_;
  ReloadReport report;
  fly(lock, [&] { report = work(); });
  finished_ = mine;
  last_report_ = report;
  idle_.notify_all();
  return report;
}

bool SingleFlight::run_alone(Lock& lock, const std::function<void()>& work) {
  if (is_runner()) return false;
  idle_.wait(lock, [&] { return !is_busy_; });
  fly(lock, work);
  idle_.notify_all();
  return true;
}

void SingleFlight::wait_until_idle(Lock& lock) {
  if (is_runner()) return;
  idle_.wait(lock, [&] { return !is_busy_; });
}

void SingleFlight::reset_after_fork() {
  // The old one may know of waiting threads, and its destructor would wait for them.
  std::construct_at(&idle_);
  is_busy_ = false;
  finished_ = started_;
}

}  // namespace keyrack
