// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/reload.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "reload/event_delivery.h"
#include "reload/load_attempt.h"
#include "reload/reload_task.h"
#include "reload/reloader_state.h"
#include "reload/single_flight.h"

namespace keyrack {

struct AnySnapshot {
  AnyValue value;                // null: nothing yet
  std::uint64_t generation = 0;  // of the source; grows by one with each value
};

struct SourceSpec {
  std::vector<std::filesystem::path> paths;  // files, or folders of files
  MakeValue make;
  // What to serve when a path is missing; empty: what was in service.
  std::function<Result<AnyValue>()> on_missing;
  ReloadOptions options;
};

// A source without its type (see Source): files, the value made from them, and its history.
class SourceCore final : public ReloadTask {
 public:
  // Loads, and follows the files from then on; lazily, when current() is first asked.
  static Result<std::shared_ptr<SourceCore>> open(SourceSpec spec);
  // Without files: serves `value`, and what set() puts in its place.
  static std::shared_ptr<SourceCore> hold(AnyValue value);
  explicit SourceCore(SourceSpec spec);
  ~SourceCore() override;

  AnySnapshot current();
  // Takes no lock. A reader of several sources sees all of a staged change only by current_of().
  std::uint64_t generation() const {
    revive_after_fork();
    return generation_.load(std::memory_order_acquire);
  }
  ReloadCounters counters();
  std::optional<Error> problem();
  ReloadReport refresh();
  std::uint64_t set(AnyValue value);
  // Nothing of the caller's (make, on_missing, on_event) runs any more when this returns, unless it
  // is what calls.
  void close();

  // For staged changes: a good load that is not in service yet.
  struct Candidate {
    std::uint64_t order = 0;
    LoadAttempt attempt;
  };
  std::expected<Candidate, LoadFailure> prepare();
  // With mutex() held: whether nothing newer is in service; then to put it there.
  bool may_accept(const Candidate& candidate) const { return candidate.order > order_; }
  ReloadReport accept(Candidate candidate);
  // After accept(), without the mutex.
  void finish();
  AnySnapshot current_locked() const { return in_service_; }
  std::mutex& mutex() { return mutex_; }
  // Before anything else that a child made by fork() may be the first to do.
  void revive_after_fork() const { reloader().revive_after_fork(); }

  void notified(Schedule::Time now) override;
  void run_due(Schedule::Time now) override;
  Schedule::Time next_due() override;
  std::mutex& fork_mutex() override { return mutex_; }
  void reset_after_fork(Schedule::Time now) override;

 private:
  using Lock = std::unique_lock<std::mutex>;

  Reloader::State& reloader() const { return *spec_.options.reloader.state(); }

  // The first load, by whoever comes first; others wait for it. Unlocks meanwhile.
  void begin(Lock& lock);

  // Without the mutex: these touch files and call the caller's code.
  Candidate attempt();
  ReloadReport load();
  ReloadReport load_now();
  // Has the reloader drive this source.
  Result<void> follow();
  void follow_or_tell();
  void tell_polling(const std::string& problem);
  AnyValue substitute_for(const LoadFailure& failure);
  void look(Schedule::Time now);
  bool is_at_rest(Schedule::Time now);
  void watch(std::span<const WatchPoint> points);

  // With the mutex held.
  ReloadReport fail(std::uint64_t order, const LoadFailure& failure, AnyValue substitute);
  void publish(std::uint64_t order, AnyValue value, ReloadEvent::Kind kind);
  void push(ReloadEvent event);
  // Delivers events and drops values that went out of service, whose destructors are not ours,
  // after unlocking.
  void finish(Lock& lock);

  const SourceSpec spec_;
  std::uint64_t id_ = 0;  // with the reloader

  std::mutex mutex_;
  SingleFlight flight_;
  EventDelivery events_;
  Schedule schedule_;
  bool is_closed_ = false;
  bool is_begun_ = false;  // a first load has ended, well or not

  AnySnapshot in_service_;
  std::atomic<std::uint64_t> generation_ = 0;  // of that
  std::vector<AnyValue> retired_;
  std::uint64_t orders_ = 0;  // loads begun and values set, in order
  std::uint64_t order_ = 0;   // of what is in service
  std::optional<ContentDigest> last_good_;
  bool is_substitute_ = false;  // on_missing's value was put in service

  std::optional<Observation> seen_;  // at the end of the last load
  bool is_settled_ = false;
  std::optional<Observation> moving_;  // what a poll saw when it found a change
  std::uint32_t failures_in_row_ = 0;
  std::optional<Error> problem_;  // of the last load
  bool is_polling_told_ = false;
  ReloadCounters counters_;
};

// What all of `cores` have in service at one and the same moment, in their order.
std::vector<AnySnapshot> current_of(std::span<const std::shared_ptr<SourceCore>> cores);
// Locks them all, in the one order in which several sources are locked.
std::vector<std::unique_lock<std::mutex>> lock_all(
    std::span<const std::shared_ptr<SourceCore>> cores);

}  // namespace keyrack
