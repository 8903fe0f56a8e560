// SPDX-License-Identifier: Apache-2.0
#include "keys/file_source.h"

#include <utility>

namespace keyrack {

std::shared_ptr<const SourceSnapshot> FileSource::current() {
  Lock lock(mutex_);
  if (!was_read_) {
    is_idle_.wait(lock, [&] { return !is_reading_; });
    if (!was_read_) read(lock);
    return last_.snapshot;
  }
  const Clock::time_point now = Clock::now();
  if (is_reading_ || now - last_look_ < poll_interval_) return last_.snapshot;
  last_look_ = now;
  if (may_have_changed(lock) && !is_reading_) {
    is_reading_ = true;
    lock.unlock();
    queue_.submit([this] {
      Lock job_lock(mutex_);
      read(job_lock);
    });
    lock.lock();
  }
  return last_.snapshot;
}

Result<void> FileSource::refresh() {
  Lock lock(mutex_);
  // A read that is under way may have begun before the latest change.
  is_idle_.wait(lock, [&] { return !is_reading_; });
  if (!was_read_ || last_.problem || may_have_changed(lock)) {
    is_idle_.wait(lock, [&] { return !is_reading_; });
    read(lock);
  }
  if (last_.problem) return std::unexpected(*last_.problem);
  return {};
}

std::optional<Error> FileSource::problem() const {
  const std::lock_guard lock(mutex_);
  return last_.problem;
}

// Lets go of the lock while it looks.
bool FileSource::may_have_changed(Lock& lock) {
  const std::optional<FileVersion> known = last_.version;
  lock.unlock();
  const Result<FileIdentity> seen = look_at_file(file_.path);
  lock.lock();
  return !seen || !known || !known->is_settled || known->identity != *seen;
}

// Lets go of the lock while it reads. The caller has made sure that nobody else does.
void FileSource::read(Lock& lock) {
  is_reading_ = true;
  const Attempt before = last_;
  lock.unlock();
  Attempt made = attempt(before.version, before.problem, before.snapshot);
  lock.lock();
  if (!made.snapshot) made.snapshot = before.snapshot;
  last_ = std::move(made);
  last_look_ = Clock::now();
  was_read_ = true;
  is_reading_ = false;
  is_idle_.notify_all();
}

FileSource::Attempt FileSource::attempt(const std::optional<FileVersion>& known,
                                        const std::optional<Error>& last_problem,
                                        const Snapshot& previous) const {
  const Result<VersionedFile> file =
      read_versioned_file(file_.path, file_.options.limits.max_bytes);
  if (!file) return {.version = {}, .snapshot = {}, .problem = file.error()};
  Attempt made{.version = file->version, .snapshot = {}, .problem = {}};
  if (known && known->digest == file->version.digest && !last_problem) return made;

  KeyStoreOptions options = file_.options;
  options.source_name = file_.path.string();
  Result<KeyStore> store = KeyStore::from_bytes(file->bytes, file_.ask_password(), options);
  if (store) {
    made.snapshot = std::make_shared<const SourceSnapshot>(std::move(*store), key_passwords_,
                                                           context_, previous.get());
    context_.cache->counters().reloads.fetch_add(1, std::memory_order_relaxed);
  } else {
    made.problem = std::move(store.error());
  }
  return made;
}

}  // namespace keyrack
