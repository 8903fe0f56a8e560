// SPDX-License-Identifier: Apache-2.0
// SourceCore: one load, and what it comes to.
#include <algorithm>
#include <utility>

#include "base/counters.h"
#include "reload/source_core.h"

namespace keyrack {

SourceCore::Candidate SourceCore::attempt() {
  Candidate candidate;
  std::optional<ContentDigest> last_good;
  {
    const Lock lock(mutex_);
    candidate.order = ++orders_;
    schedule_.load_began();
    moving_.reset();
    ++counters_.loads;
    last_good = last_good_;
  }
  candidate.attempt =
      attempt_load({.paths = spec_.paths,
                    .max_bytes = spec_.options.max_bytes,
                    .make = spec_.make,
                    .watch = [this](std::span<const WatchPoint> points) { watch(points); },
                    .last_good = last_good ? &*last_good : nullptr});
  return candidate;
}

ReloadReport SourceCore::load() {
  Candidate candidate = attempt();
  const auto* failure = std::get_if<LoadFailure>(&candidate.attempt.result);
  AnyValue substitute = failure != nullptr ? substitute_for(*failure) : nullptr;
  const Lock lock(mutex_);
  if (failure == nullptr) return accept(std::move(candidate));
  seen_ = std::move(candidate.attempt.observation);
  is_settled_ = candidate.attempt.is_settled;
  return fail(candidate.order, *failure, std::move(substitute));
}

AnyValue SourceCore::substitute_for(const LoadFailure& failure) {
  if (failure.reason != ReloadFailure::kMissing || !spec_.on_missing) return nullptr;
  {
    const Lock lock(mutex_);
    if (is_substitute_) return nullptr;
  }
  return call_safely(spec_.on_missing).value_or(nullptr);
}

ReloadReport SourceCore::accept(Candidate candidate) {
  is_begun_ = true;
  problem_.reset();
  seen_ = std::move(candidate.attempt.observation);
  is_settled_ = candidate.attempt.is_settled;
  schedule_.load_succeeded(Schedule::Clock::now());
  ReloadReport report;
  if (auto* fresh = std::get_if<NewValue>(&candidate.attempt.result)) {
    last_good_ = std::move(fresh->digest);
    is_substitute_ = false;
    if (may_accept(candidate)) {
      publish(candidate.order, std::move(fresh->value), ReloadEvent::Kind::kPublished);
      report.outcome = ReloadOutcome::kPublished;
    } else {
      ++counters_.superseded;
      report.outcome = ReloadOutcome::kSuperseded;
    }
  } else {
    ++counters_.unchanged;
    keyrack::counters().reloads_unchanged.add();
    order_ = std::max(order_, candidate.order);
  }
  if (failures_in_row_ > 0) {
    ++counters_.recoveries;
    push({.kind = ReloadEvent::Kind::kRecovered, .consecutive_failures = failures_in_row_});
    failures_in_row_ = 0;
  }
  report.generation = in_service_.generation;
  return report;
}

ReloadReport SourceCore::fail(std::uint64_t order, const LoadFailure& failure,
                              AnyValue substitute) {
  is_begun_ = true;
  problem_ = failure.error;
  schedule_.load_failed(Schedule::Clock::now());
  ++failures_in_row_;
  ++counters_.failures[static_cast<std::size_t>(failure.reason)];
  keyrack::counters().reloads_failed.add();
  push({.kind = ReloadEvent::Kind::kFailed,
        .failure = failure.reason,
        .error = failure.error,
        .consecutive_failures = failures_in_row_});
  if (substitute != nullptr && order > order_) {
    publish(order, std::move(substitute), ReloadEvent::Kind::kFallback);
    is_substitute_ = true;
    last_good_.reset();
  }
  return {.outcome = ReloadOutcome::kFailed,
          .generation = in_service_.generation,
          .failure = failure.reason,
          .error = failure.error};
}

void SourceCore::publish(std::uint64_t order, AnyValue value, ReloadEvent::Kind kind) {
  order_ = order;
  retired_.push_back(std::exchange(in_service_.value, std::move(value)));
  generation_.store(++in_service_.generation, std::memory_order_release);
  ++counters_.published;
  keyrack::counters().reloads_published.add();
  push({.kind = kind});
}

void SourceCore::push(ReloadEvent event) {
  event.source = spec_.options.name;
  event.generation = in_service_.generation;
  events_.push(std::move(event));
}

}  // namespace keyrack
