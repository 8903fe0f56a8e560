// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

namespace keyrack {

// When a source is due for what. Knows no clock and no files: it is told the time and what
// happened. Not safe across threads.
class Schedule {
 public:
  using Clock = std::chrono::steady_clock;
  using Time = Clock::time_point;
  using Duration = Clock::duration;
  enum class Due { kNothing, kLook, kLoad };

  Schedule(Duration poll_interval, Duration quiet_period, Time now)
      : poll_interval_(std::max(poll_interval, Duration(std::chrono::milliseconds(1)))),
        quiet_period_(quiet_period),
        poll_at_(now + poll_interval_) {}

  // Something changed: a load is due after a quiet period, which every further change begins anew.
  // Changes without end hold it up for three quiet periods at most.
  void changed(Time now) {
    if (!quiet_until_) last_call_ = now + kMaxQuietPeriods * quiet_period_;
    quiet_until_ = std::min(now + quiet_period_, last_call_);
  }
  // Whether another change can still hold up the load that is due.
  bool may_wait_longer(Time now) const { return quiet_until_ && now < last_call_; }

  // A load is due at once (after fork(), nobody knows what was missed).
  void request(Time now) { quiet_until_ = last_call_ = now; }

  void looked(Time now) { poll_at_ = now + poll_interval_; }
  // A load begins: what is notified from here on asks for another.
  void load_began() {
    quiet_until_.reset();
    retry_at_.reset();
  }
  void load_succeeded(Time now) {
    looked(now);
    retry_at_.reset();
    delay_ = Duration::zero();
  }
  // The next attempt comes after a delay that doubles up to the poll interval, for ever.
  void load_failed(Time now) {
    looked(now);
    delay_ = delay_ == Duration::zero()
                 ? std::max(quiet_period_, Duration(std::chrono::milliseconds(1)))
                 : 2 * delay_;
    delay_ = std::min(delay_, poll_interval_);
    retry_at_ = now + delay_;
  }

  Due due(Time now) const {
    if (const std::optional<Time> load_at = next_load(); load_at && *load_at <= now) {
      return Due::kLoad;
    }
    return poll_at_ <= now ? Due::kLook : Due::kNothing;
  }
  Time next() const {
    const std::optional<Time> load_at = next_load();
    return load_at ? std::min(poll_at_, *load_at) : poll_at_;
  }

 private:
  static constexpr int kMaxQuietPeriods = 3;

  // While something changes, a retry would read it half done.
  std::optional<Time> next_load() const { return quiet_until_ ? quiet_until_ : retry_at_; }

  Duration poll_interval_;
  Duration quiet_period_;
  Time poll_at_;
  std::optional<Time> quiet_until_;  // of the changes that are not yet loaded
  Time last_call_{};                 // for them
  std::optional<Time> retry_at_;     // after a failure
  Duration delay_ = Duration::zero();
};

}  // namespace keyrack
