// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/reload.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace keyrack {

// When keys are replaced, and how long those that were replaced still open tickets.
struct TicketKeySchedule {
  std::chrono::seconds rotate_every = std::chrono::hours(12);  // generate() only
  std::chrono::seconds accept_for = std::chrono::hours(24);    // after it was replaced
};

struct TicketKeyStats {
  std::uint64_t issued = 0;    // tickets sealed, always with the newest key
  std::uint64_t accepted = 0;  // tickets opened with the newest key
  std::uint64_t renewed = 0;   // tickets opened with an older one: the client gets a new ticket
  std::uint64_t unknown = 0;   // tickets of keys that are not here (any more)
  std::size_t keys = 0;        // now
};

// The keys that session tickets (RFC 5077, RFC 8446 section 4.6.1) are sealed with: the newest one
// seals, all of them open.
//
// A key is 80 bytes in OpenSSL's layout (name 16, HMAC-SHA256 key 32, AES-256-CBC key 32) or 48 in
// Node.js's (name 16, HMAC-SHA256 key 16, AES-128-CBC key 16). Contexts that are given the same
// object, or processes that are given the same keys, open each other's tickets, as far as
// session_id_context and trust are the same. A cheap handle to shared state, for any thread. Keys
// are wiped when they retire and with the last handle; a key whose time is over retires at the next
// use of the object, for which no thread waits.
class TicketKeys {
 public:
  // Random keys of this process, replaced by the schedule.
  static Result<TicketKeys> generate(const TicketKeySchedule& schedule = {});
  // Keys made elsewhere, the newest first; replaced with rotate(). At most 64.
  static Result<TicketKeys> from_bytes(const std::vector<std::span<const std::uint8_t>>& keys,
                                       std::chrono::seconds accept_for = std::chrono::hours(24));
  // The same from files of one key each, the newest first, which are followed: a key opens tickets
  // as long as a file has it. A change takes effect when all files are good; until then, and
  // whatever goes wrong, the last good keys stay. To rotate, write the new key to the first file
  // and what it had before to the second. ReloadOptions::may_begin_empty does not apply.
  static Result<TicketKeys> from_files(std::vector<std::filesystem::path> keys,
                                       ReloadOptions reload = {});

  // Seals with this key from now on. Fails for one of another size, and when a key of its name, or
  // files, are in the way.
  Result<void> rotate(std::span<const std::uint8_t> newest) const;
  // Lets all but the newest go now: after a leak, say. kBadOption when keys come from files.
  Result<void> retire_older() const;

  // Looks at the files now, and says what that came to. Nothing changes where there are none.
  ReloadReport refresh() const;

  TicketKeyStats stats() const;

  class State;
  explicit TicketKeys(std::shared_ptr<State> state) : state_(std::move(state)) {}
  State& state() const { return *state_; }

 private:
  std::shared_ptr<State> state_;
};

}  // namespace keyrack
