// SPDX-License-Identifier: Apache-2.0
// SourceCore as a task of its reloader: when to look, and when to load.
#include <utility>

#include "reload/source_core.h"

namespace keyrack {

void SourceCore::watch(std::span<const WatchPoint> points) {
  if (!spec_.options.automatic || !spec_.options.use_notification) return;
  const std::string problem = reloader().watcher().watch(id_, points);
  if (!problem.empty()) tell_polling(problem);
}

void SourceCore::tell_polling(const std::string& problem) {
  const Lock lock(mutex_);
  if (is_polling_told_) return;
  is_polling_told_ = true;
  push({.kind = ReloadEvent::Kind::kPolling,
        .error = Error{ErrorCode::kIo, problem + "; changes show at the next poll", {}, ""}});
}

void SourceCore::notified(Schedule::Time now) {
  const Lock lock(mutex_);
  schedule_.changed(now);
}

Schedule::Time SourceCore::next_due() {
  const Lock lock(mutex_);
  // Whoever is loading wakes the reloader at the end.
  const bool is_waiting = spec_.options.automatic && is_begun_ && !is_closed_ && !flight_.is_busy();
  return is_waiting ? schedule_.next() : Schedule::Time::max();
}

void SourceCore::run_due(Schedule::Time now) {
  if (next_due() > now) return;
  const auto due = [&] {
    const Lock lock(mutex_);
    return schedule_.due(now);
  };
  if (due() == Schedule::Due::kLook) look(now);
  if (due() != Schedule::Due::kLoad || !is_at_rest(now)) return;
  Lock lock(mutex_);
  if (flight_.is_busy() || is_closed_) return;
  flight_.run(lock, [this] { return load(); });
  finish(lock);
}

// The poll: asks for identities, and reads only what they cannot vouch for.
void SourceCore::look(Schedule::Time now) {
  Observation seen = observe(spec_.paths);
  const Lock lock(mutex_);
  ++counters_.looks;
  schedule_.looked(now);
  if (seen_ != seen) {
    moving_ = std::move(seen);
    schedule_.changed(now);
  } else if (!is_settled_) {
    schedule_.request(now);
  }
}

// Without notification, a quiet period is one at whose end the files are as at its beginning.
bool SourceCore::is_at_rest(Schedule::Time now) {
  Lock lock(mutex_);
  if (!moving_ || !schedule_.may_wait_longer(now)) return true;
  lock.unlock();
  Observation seen = observe(spec_.paths);
  lock.lock();
  if (!moving_ || *moving_ == seen) return true;
  moving_ = std::move(seen);
  schedule_.changed(now);
  return false;
}

void SourceCore::reset_after_fork(Schedule::Time now) {
  flight_.reset_after_fork();
  events_.reset_after_fork();
  schedule_.request(now);
}

}  // namespace keyrack
