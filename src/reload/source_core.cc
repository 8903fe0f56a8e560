// SPDX-License-Identifier: Apache-2.0
#include "reload/source_core.h"

#include <algorithm>
#include <functional>
#include <system_error>

namespace keyrack {
namespace {

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
  core->revive_after_fork();
  core->id_ = core->reloader().add(core);
  if (core->spec_.options.lazy) return core;
  ReloadReport first = core->load_now();
  if (first.outcome == ReloadOutcome::kFailed && !core->spec_.options.may_begin_empty) {
    core->close();
    return std::unexpected(std::move(first.error));
  }
  if (Result<void> followed = core->follow(); !followed) {
    core->close();
    return std::unexpected(std::move(followed.error()));
  }
  return core;
}

std::shared_ptr<SourceCore> SourceCore::hold(AnyValue value) {
  SourceSpec spec;
  spec.options.automatic = false;
  auto core = std::make_shared<SourceCore>(std::move(spec));
  core->id_ = core->reloader().add(core);
  core->last_good_.emplace();  // every look at no files finds them unchanged
  core->set(std::move(value));
  return core;
}

AnySnapshot SourceCore::current() {
  revive_after_fork();
  Lock lock(mutex_);
  if (!is_begun_) begin(lock);
  return in_service_;
}

void SourceCore::begin(Lock& lock) {
  flight_.wait_until_idle(lock);
  if (is_begun_ || flight_.is_busy()) return;  // busy: it is `make` that asks
  flight_.run(lock, [this] { return load(); });
  finish(lock);
  follow_or_tell();
  lock.lock();
}

Result<void> SourceCore::follow() {
  if (!spec_.options.automatic) return {};
  Result<void> started = reloader().start_unless_stopped();
  reloader().wake();
  return started;
}

void SourceCore::follow_or_tell() {
  const Result<void> followed = follow();
  if (followed) return;
  tell_polling(followed.error().message);
  finish();
}

std::optional<Error> SourceCore::problem() {
  const Lock lock(mutex_);
  return problem_;
}

ReloadCounters SourceCore::counters() {
  const Lock lock(mutex_);
  return counters_;
}

ReloadReport SourceCore::refresh() {
  revive_after_fork();
  ReloadReport report = load_now();
  follow_or_tell();
  return report;
}

ReloadReport SourceCore::load_now() {
  Lock lock(mutex_);
  std::optional<ReloadReport> report = flight_.run(lock, [this] { return load(); });
  if (!report) {
    return {.outcome = ReloadOutcome::kFailed,
            .generation = in_service_.generation,
            .failure = ReloadFailure::kInvalid,
            .error = called_from_within()};
  }
  finish(lock);
  return std::move(*report);
}

std::uint64_t SourceCore::set(AnyValue value) {
  Lock lock(mutex_);
  if (!is_begun_) begin(lock);
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

std::vector<std::unique_lock<std::mutex>> lock_all(
    std::span<const std::shared_ptr<SourceCore>> cores) {
  std::vector<std::mutex*> mutexes;
  for (const auto& core : cores) mutexes.push_back(&core->mutex());
  std::ranges::sort(mutexes, std::less<>());
  const auto repeated = std::ranges::unique(mutexes);
  mutexes.erase(repeated.begin(), repeated.end());
  std::vector<std::unique_lock<std::mutex>> locks;
  for (std::mutex* mutex : mutexes) locks.emplace_back(*mutex);
  return locks;
}

std::vector<AnySnapshot> current_of(std::span<const std::shared_ptr<SourceCore>> cores) {
  for (const auto& core : cores) core->current();  // what a first use brings about
  const auto locks = lock_all(cores);
  std::vector<AnySnapshot> all;
  for (const auto& core : cores) all.push_back(core->current_locked());
  return all;
}

}  // namespace keyrack
