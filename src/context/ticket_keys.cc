// SPDX-License-Identifier: Apache-2.0
#include <keyrack/ticket_keys.h>

#include <utility>

#include "base/error_queue.h"
#include "context/option_error.h"
#include "context/ticket_keys_state.h"

namespace keyrack {
namespace {

using Entry = TicketKeyRing::Entry;

Result<TicketKeyRing> ring_of(const std::vector<std::span<const std::uint8_t>>& keys) {
  std::vector<Entry> entries;
  for (const std::span<const std::uint8_t> bytes : keys) {
    auto key = TicketKey::from_bytes(bytes);
    if (!key) return std::unexpected(std::move(key.error()));
    entries.push_back({std::move(*key)});
  }
  return TicketKeyRing::from_entries(std::move(entries));
}

Result<TicketKeyRing> ring_of_files(std::span<const LoadedFile> files) {
  std::vector<std::span<const std::uint8_t>> keys;
  for (const LoadedFile& file : files) keys.push_back(file.bytes.span());
  return ring_of(keys);
}

std::unexpected<Error> held_by_files() {
  return bad_option("ticket_keys", "", "come from files: write the change there");
}

}  // namespace

TicketKeys::State::State(TicketKeyRing first, Rules rules)
    : rules_(std::move(rules)), ring_(std::make_shared<const TicketKeyRing>(std::move(first))) {
  if (rules_.is_scheduled) rotates_ = rules_.clock() + rules_.schedule.rotate_every;
}

TicketKeys::State::Ring TicketKeys::State::ring() {
  if (files_) return files_->current();
  const std::lock_guard lock(mutex_);
  const auto now = rules_.clock();
  if (now >= rotates_) {
    // Without a new key the old one goes on.
    if (auto key = TicketKey::random()) static_cast<void>(rotate_locked(std::move(*key), now));
  }
  if (ring_->has_retired(now)) {
    std::vector<Entry> kept;
    for (const Entry& entry : ring_->entries()) {
      if (entry.retires > now) kept.push_back(entry);
    }
    if (auto rest = TicketKeyRing::from_entries(std::move(kept))) {
      ring_ = std::make_shared<const TicketKeyRing>(std::move(*rest));
    }
  }
  return ring_;
}

Result<void> TicketKeys::State::rotate_locked(std::shared_ptr<const TicketKey> newest,
                                              TicketKeyRing::Time now) {
  std::vector<Entry> entries{{std::move(newest)}};
  for (const Entry& entry : ring_->entries()) {
    const bool was_newest = entry.retires == TicketKeyRing::Time::max();
    entries.push_back({entry.key, was_newest ? now + rules_.schedule.accept_for : entry.retires});
  }
  // More than that can only be asked for by hand: the oldest goes early.
  if (entries.size() > TicketKeyRing::kMaxKeys) entries.pop_back();
  auto ring = TicketKeyRing::from_entries(std::move(entries));
  if (!ring) return std::unexpected(std::move(ring.error()));
  ring_ = std::make_shared<const TicketKeyRing>(std::move(*ring));
  if (rules_.is_scheduled) rotates_ = now + rules_.schedule.rotate_every;
  return {};
}

Result<void> TicketKeys::State::rotate(std::shared_ptr<const TicketKey> newest) {
  if (files_) return held_by_files();
  const std::lock_guard lock(mutex_);
  return rotate_locked(std::move(newest), rules_.clock());
}

Result<void> TicketKeys::State::retire_older() {
  if (files_) return held_by_files();
  const std::lock_guard lock(mutex_);
  auto newest = TicketKeyRing::from_entries({ring_->entries().front()});
  if (!newest) return std::unexpected(std::move(newest.error()));
  ring_ = std::make_shared<const TicketKeyRing>(std::move(*newest));
  return {};
}

Result<TicketKeys> TicketKeys::generate(const TicketKeySchedule& schedule) {
  const ErrorQueueGuard guard;
  if (schedule.rotate_every.count() <= 0 || schedule.accept_for.count() < 0) {
    return bad_option("ticket_keys", "", "a schedule of zero or negative times");
  }
  auto key = TicketKey::random();
  if (!key) return std::unexpected(std::move(key.error()));
  auto ring = TicketKeyRing::from_entries({Entry{std::move(*key)}});
  if (!ring) return std::unexpected(std::move(ring.error()));
  return TicketKeys(std::make_shared<State>(
      std::move(*ring), State::Rules{.schedule = schedule, .is_scheduled = true}));
}

Result<TicketKeys> TicketKeys::from_bytes(const std::vector<std::span<const std::uint8_t>>& keys,
                                          std::chrono::seconds accept_for) {
  const ErrorQueueGuard guard;
  if (accept_for.count() < 0) return bad_option("ticket_keys", "", "a negative time");
  auto ring = ring_of(keys);
  if (!ring) return std::unexpected(std::move(ring.error()));
  return TicketKeys(std::make_shared<State>(std::move(*ring),
                                            State::Rules{.schedule = {.accept_for = accept_for}}));
}

Result<TicketKeys> TicketKeys::from_files(std::vector<std::filesystem::path> keys,
                                          ReloadOptions reload) {
  const ErrorQueueGuard guard;
  reload.may_begin_empty = false;
  auto files = Source<TicketKeyRing>::open({.paths = std::move(keys),
                                            .load = ring_of_files,
                                            .on_missing = {},
                                            .options = std::move(reload)});
  if (!files) return std::unexpected(std::move(files.error()));
  return TicketKeys(std::make_shared<State>(std::move(*files)));
}

Result<void> TicketKeys::rotate(std::span<const std::uint8_t> newest) const {
  const ErrorQueueGuard guard;
  auto key = TicketKey::from_bytes(newest);
  if (!key) return std::unexpected(std::move(key.error()));
  return state_->rotate(std::move(*key));
}

Result<void> TicketKeys::retire_older() const { return state_->retire_older(); }

ReloadReport TicketKeys::refresh() const { return state_->refresh(); }

TicketKeyStats TicketKeys::stats() const {
  const auto& counted = state_->counted;
  return {counted.issued.get(), counted.accepted.get(), counted.renewed.get(),
          counted.unknown.get(), state_->ring()->entries().size()};
}

}  // namespace keyrack
