// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "keys/background_queue.h"
#include "keys/file_version.h"
#include "keys/managed_source.h"

namespace keyrack {

// A PKCS#12 file, read when first asked for. A choice looks, at most once in an interval, whether
// it is still the same; one that changed is read again in the background, while what was good stays
// in service. Single flight; no lock is held while a file is read.
class FileSource final : public ManagedSource {
 public:
  // `queue` is borrowed, and is destroyed before the source.
  FileSource(KeySource::File file, SourceSnapshot::KeyPasswords key_passwords,
             SnapshotContext context, std::chrono::milliseconds poll_interval,
             BackgroundQueue& queue)
      : file_(std::move(file)),
        key_passwords_(std::move(key_passwords)),
        context_(std::move(context)),
        poll_interval_(poll_interval),
        queue_(queue) {}

  std::shared_ptr<const SourceSnapshot> current() override;
  Result<void> refresh() override;
  std::optional<Error> problem() const override;

 private:
  using Lock = std::unique_lock<std::mutex>;
  using Clock = std::chrono::steady_clock;
  using Snapshot = std::shared_ptr<const SourceSnapshot>;

  // What reading the file came to.
  struct Attempt {
    std::optional<FileVersion> version;  // absent: there is nothing to read
    Snapshot snapshot;                   // null: the one in service stays
    std::optional<Error> problem;
  };

  bool may_have_changed(Lock& lock);
  void read(Lock& lock);
  Attempt attempt(const std::optional<FileVersion>& known, const std::optional<Error>& last_problem,
                  const Snapshot& previous) const;

  const KeySource::File file_;
  const SourceSnapshot::KeyPasswords key_passwords_;
  const SnapshotContext context_;
  const std::chrono::milliseconds poll_interval_;
  BackgroundQueue& queue_;

  mutable std::mutex mutex_;
  std::condition_variable is_idle_;
  bool is_reading_ = false;
  bool was_read_ = false;
  Clock::time_point last_look_{};
  Attempt last_;  // `snapshot` is the one in service
};

}  // namespace keyrack
