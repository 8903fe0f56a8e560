// SPDX-License-Identifier: Apache-2.0
#include "reload/source_core.h"

#include <algorithm>
#include <system_error>

#include "base/counters.h"

namespace keyrack {
namespace {

ReloadReport failed(std::uint64_t generation, ReloadFailure reason, Error error) {
  return {.outcome = ReloadOutcome::kFailed,
          .generation = generation,
          .failure = reason,
          .error = std::move(error)};
}

Error called_from_within() {
  return Error{
      ErrorCode::kBadOption, "a source's own load function must not ask for a load", {}, ""};
}

Result<SourceSpec> completed(SourceSpec spec) {
  if (spec.paths.empty()) {
    return std::unexpected(
        Error{ErrorCode::kBadOption, "a source needs at least one path", {}, ""});
  }
  if (spec.options.name.empty()) spec.options.name = spec.paths[0].string();
  for (std::filesystem::path& path : spec.paths) {
    std::error_code error;
    std::filesystem::path absolute = std::filesystem::absolute(path, error);
    if (error) return std::unexpected(io_error(path, "cannot make absolute", error.value()));
    path = std::move(absolute);
  }
  return spec;
}

}  // namespace

SourceCore::SourceCore(SourceSpec spec)
    : spec_(std::move(spec)),
      events_(spec_.options.on_event),
      schedule_(spec_.options.poll_interval, spec_.options.quiet_period, Schedule::Clock::now()) {}

SourceCore::~SourceCore() { reloader().remove(id_); }

Result<std::shared_ptr<SourceCore>> SourceCore::open(SourceSpec spec) {
  Result<SourceSpec> complete = completed(std::move(spec));
  if (!complete) return std::unexpected(std::move(complete.error()));
  const auto core = std::make_shared<SourceCore>(std::move(*complete));
  Reloader::State& reloader = core->reloader();
  core->id_ = reloader.add(core);
  ReloadReport first = core->refresh();
  if (first.outcome == ReloadOutcome::kFailed && !core->spec_.options.may_begin_empty) {
    core->close();
    return std::unexpected(std::move(first.error));
  }
  if (core->spec_.options.automatic) {
    if (Result<void> started = reloader.start_unless_stopped(); !started) {
      core->close();
      return std::unexpected(std::move(started.error()));
    }
    reloader.wake();
  }
  return core;
}

AnySnapshot SourceCore::current() {
  revive_after_fork();
  const Lock lock(mutex_);
  return in_service_;
}

ReloadCounters SourceCore::counters() {
  const Lock lock(mutex_);
  return counters_;
}

ReloadReport SourceCore::refresh() {
  revive_after_fork();
  Lock lock(mutex_);
  std::optional<ReloadReport> report = flight_.run(lock, [this] { return load(); });
  if (!report) {
    return failed(in_service_.generation, ReloadFailure::kInvalid, called_from_within());
  }
  finish(lock);
  reloader().wake();
  return std::move(*report);
}

std::uint64_t SourceCore::set(AnyValue value) {
  Lock lock(mutex_);
  publish(++orders_, std::move(value), ReloadEvent::Kind::kPublished);
  const std::uint64_t generation = in_service_.generation;
  finish(lock);
  return generation;
}

void SourceCore::close() {
  Lock lock(mutex_);
  is_closed_ = true;
  flight_.wait_until_idle(lock);
  events_.close(lock);
}

std::expected<SourceCore::Candidate, LoadFailure> SourceCore::prepare() {
  revive_after_fork();
  Candidate candidate;
  Lock lock(mutex_);
  if (!flight_.run_alone(lock, [&] { candidate = attempt(); })) {
    return std::unexpected(LoadFailure{ReloadFailure::kInvalid, called_from_within()});
  }
  const auto* failure = std::get_if<LoadFailure>(&candidate.attempt.result);
  if (failure == nullptr) return candidate;
  fail(candidate.order, *failure, nullptr);
  finish(lock);
  reloader().wake();
  return std::unexpected(*failure);
}

void SourceCore::finish() {
  Lock lock(mutex_);
  finish(lock);
}

void SourceCore::finish(Lock& lock) {
  const std::vector<AnyValue> dropped_last = std::exchange(retired_, {});
  events_.deliver(lock);
  lock.unlock();
}

// --- what a load comes to ---

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
  return failed(in_service_.generation, failure.reason, failure.error);
}

void SourceCore::publish(std::uint64_t order, AnyValue value, ReloadEvent::Kind kind) {
  order_ = order;
  retired_.push_back(std::exchange(in_service_.value, std::move(value)));
  ++in_service_.generation;
  ++counters_.published;
  keyrack::counters().reloads_published.add();
  push({.kind = kind});
}

void SourceCore::push(ReloadEvent event) {
  event.source = spec_.options.name;
  event.generation = in_service_.generation;
  events_.push(std::move(event));
}

// --- driven by the reloader ---

void SourceCore::watch(std::span<const WatchPoint> points) {
  if (!spec_.options.automatic || !spec_.options.use_notification) return;
  std::string problem = reloader().watcher().watch(id_, points);
  if (problem.empty()) return;
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
  const bool is_waiting = spec_.options.automatic && !is_closed_ && !flight_.is_busy();
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
