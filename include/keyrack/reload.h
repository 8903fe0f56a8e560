// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace keyrack {

// Why a source could not be loaded. What was in service stays in service.
enum class ReloadFailure : std::uint8_t {
  kMissing,     // a file, or a folder on the way to it, is not there
  kUnreadable,  // no permission, not a regular file, an I/O error
  kTooLarge,    // more bytes than ReloadOptions::max_bytes
  kUnstable,    // it kept changing while it was read
  kInvalid,     // read, and refused: half written, a key that does not match, a wrong password
};
inline constexpr std::size_t kReloadFailures = 5;
// A stable lower-case name, such as "missing".
std::string_view to_string(ReloadFailure reason);

// What a look at the files came to.
enum class ReloadOutcome : std::uint8_t {
  kPublished,   // new content is in service under the next generation
  kUnchanged,   // the content is that of the last good load
  kFailed,      // see `failure` and `error`; the last good content is in service
  kSuperseded,  // something newer, such as a value set by hand, is in service
};
std::string_view to_string(ReloadOutcome outcome);

struct ReloadReport {
  ReloadOutcome outcome = ReloadOutcome::kUnchanged;
  std::uint64_t generation = 0;          // in service afterwards; 0: nothing yet
  std::optional<ReloadFailure> failure;  // kFailed only, as is `error`
  Error error;
};

struct ReloadEvent {
  enum class Kind : std::uint8_t {
    kPublished,  // a new generation is in service
    kFailed,     // one attempt failed; it will be repeated, for ever
    kRecovered,  // the first good load after failures; kPublished precedes it if content is new
    kFallback,   // the files are gone and the source's substitute for them is in service
    kPolling,    // said once: changes are not notified (see `error`), so they show at the next poll
  };
  Kind kind = Kind::kPublished;
  std::string source = {};                    // ReloadOptions::name
  std::uint64_t generation = 0;               // in service
  std::optional<ReloadFailure> failure = {};  // kFailed only
  Error error = {};                           // kFailed and kPolling
  std::uint32_t consecutive_failures = 0;     // kFailed: this one counted; kRecovered: those before
};
std::string_view to_string(ReloadEvent::Kind kind);

// What a source has done so far. All of them only grow.
struct ReloadCounters {
  std::uint64_t looks = 0;       // polls that asked for the files' identity and read nothing
  std::uint64_t loads = 0;       // attempts to read, whatever they came to
  std::uint64_t published = 0;   // generations, those set by hand included
  std::uint64_t unchanged = 0;   // loads that found the content of the last good one
  std::uint64_t superseded = 0;  // loads whose result came too late
  std::uint64_t recoveries = 0;
  std::array<std::uint64_t, kReloadFailures> failures{};  // by ReloadFailure

  std::uint64_t failures_of(ReloadFailure reason) const {
    return failures[static_cast<std::size_t>(reason)];
  }
};

// What drives sources: the one background thread of the process, or the caller's event loop. A
// cheap handle, for any thread. A child made by fork() has its own: the thread starts again when
// the child first uses a source, and an event loop asks for descriptor() again.
class Reloader {
 public:
  // The process's background thread. It starts with the first source, takes no signals, and ends
  // with stop() or the process.
  Reloader();
  // No thread: whenever descriptor() is readable, call run_due(). Fails with kIo when the process
  // has no descriptors left.
  static Result<Reloader> for_event_loop();

  // To wait for readability with poll or epoll; never read it. -1 for the background thread.
  int descriptor() const;
  // Does what is due: loads, and their callbacks, happen in this call. Returns at once otherwise.
  void run_due() const;

  // Ends the background thread; returns when it has ended (at once, when called on it). Sources
  // keep what is in service and refresh() works. start() undoes it.
  void stop() const;
  Result<void> start() const;

  class State;
  explicit Reloader(std::shared_ptr<State> state) : state_(std::move(state)) {}
  const std::shared_ptr<State>& state() const { return state_; }

 private:
  std::shared_ptr<State> state_;
};

// How a source follows its files.
struct ReloadOptions {
  // A poll runs behind notification always: network file systems do not tell of changes.
  std::chrono::milliseconds poll_interval{10'000};
  // Changes are taken up when nothing has changed for so long: writers of several files finish. A
  // file that never rests is taken up after three times as long.
  std::chrono::milliseconds quiet_period{200};
  bool use_notification = true;  // inotify; false: polls alone
  // Whether changes are taken up on their own. False: by refresh() and staged changes only.
  bool automatic = true;
  // Whether a source may begin with nothing in service when its files are not there or not good
  // yet. False: that is an error.
  bool may_begin_empty = false;
  // Read and follow nothing until somebody first asks for the value; who asks waits for that first
  // load. A failure of it is no error of the opening: may_begin_empty goes without saying.
  bool lazy = false;
  std::size_t max_bytes = 64u << 20;  // of all files of the source together
  std::string name = {};              // in events; empty: the first path
  Reloader reloader = {};
  // Called without any lock, one at a time and in order for each source, on the thread that loaded.
  // It may use the source, and must not throw.
  std::function<void(const ReloadEvent&)> on_event = {};
};

}  // namespace keyrack
