// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/reload.h>

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace keyrack {

// One load at a time for a source. Safe for any thread; uses its owner's mutex, and holds it while
// no work runs.
class SingleFlight {
 public:
  using Lock = std::unique_lock<std::mutex>;
  using Work = std::function<ReloadReport()>;

  // The report of a run that began after the call: a run that is under way may have read too early.
  // All who wait for the same run share it. Nothing when the calling thread is in a run itself,
  // where waiting would be for ever.
  std::optional<ReloadReport> run(Lock& lock, const Work& work);
  // The same, but never shares: for work whose result is not a report. False: called from a run.
  bool run_alone(Lock& lock, const std::function<void()>& work);

  bool is_busy() const { return is_busy_; }
  bool is_runner() const { return is_busy_ && runner_ == std::this_thread::get_id(); }
  // Until no run is under way; at once in a run of the calling thread.
  void wait_until_idle(Lock& lock);

  // In a child made by fork(), whose parent's threads are not there.
  void reset_after_fork();

 private:
  void fly(Lock& lock, const std::function<void()>& work);

  std::condition_variable idle_;
  bool is_busy_ = false;
  std::thread::id runner_;
  std::uint64_t started_ = 0;  // runs that may be shared
  std::uint64_t finished_ = 0;
  ReloadReport last_report_;
};

}  // namespace keyrack
