// SPDX-License-Identifier: Apache-2.0
// What the tests of reloading share: sources whose value is plain text, and a way to wait for what
// happens to them. A key store's or trust store's source is made in the same few lines.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "reload/source.h"

namespace keyrack::testing {

// Remembers a source's events, and waits for them.
class EventLog {
 public:
  std::function<void(const ReloadEvent&)> callback() {
    return [state = state_](const ReloadEvent& event) {
      const std::scoped_lock lock(state->mutex);
      state->events.push_back(event);
      state->changed.notify_all();
    };
  }
  // Until `condition`, which is asked again after every event, holds. Generous: only a failing test
  // waits in vain.
  [[nodiscard]] bool wait_until(const std::function<bool()>& condition) const {
    std::unique_lock lock(state_->mutex);
    return state_->changed.wait_for(lock, std::chrono::seconds(60), condition);
  }
  [[nodiscard]] bool wait_for(ReloadEvent::Kind kind, std::size_t count = 1) const {
    return wait_until([&] { return count_locked(kind) >= count; });
  }
  std::size_t count(ReloadEvent::Kind kind) const {
    const std::scoped_lock lock(state_->mutex);
    return count_locked(kind);
  }
  std::vector<ReloadEvent> events() const {
    const std::scoped_lock lock(state_->mutex);
    return state_->events;
  }

 private:
  struct State {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<ReloadEvent> events;
  };
  std::size_t count_locked(ReloadEvent::Kind kind) const {
    return static_cast<std::size_t>(std::ranges::count(state_->events, kind, &ReloadEvent::kind));
  }

  std::shared_ptr<State> state_ = std::make_shared<State>();
};

inline std::string text_of(const LoadedFile& file) {
  return {file.bytes.span().begin(), file.bytes.span().end()};
}

// The text of all files, one after the other. Like a credential's, they must match: each is
// "VALUE." with the same VALUE, and what lacks the full stop is half written.
inline Result<std::string> load_matching(std::span<const LoadedFile> files) {
  std::string all;
  for (const LoadedFile& file : files) {
    const std::string text = text_of(file);
    if (!text.ends_with('.')) {
      return std::unexpected(Error{ErrorCode::kPemEndMissing, "half written", {}, ""});
    }
    if (text != text_of(files[0])) {
      return std::unexpected(Error{ErrorCode::kKeyMismatch, "the files do not match", {}, ""});
    }
    all += text;
  }
  return all;
}

using TextSource = Source<std::string>;

inline Result<TextSource> open_text(std::vector<std::filesystem::path> paths,
                                    ReloadOptions options = {}) {
  return TextSource::open({.paths = std::move(paths),
                           .load = load_matching,
                           .on_missing = {},
                           .options = std::move(options)});
}

// Nothing happens but by refresh().
inline ReloadOptions by_hand() {
  ReloadOptions options;
  options.automatic = false;
  return options;
}

// Notification alone: no poll comes within a test.
inline ReloadOptions notified(const EventLog& log = {}) {
  ReloadOptions options;
  options.poll_interval = std::chrono::hours(1);
  options.quiet_period = std::chrono::milliseconds(20);
  options.on_event = EventLog(log).callback();
  return options;
}

inline ReloadOptions polled(const EventLog& log = {}) {
  ReloadOptions options;
  options.poll_interval = std::chrono::milliseconds(200);
  options.quiet_period = std::chrono::milliseconds(20);
  options.use_notification = false;
  options.on_event = EventLog(log).callback();
  return options;
}

}  // namespace keyrack::testing
