// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/descriptor.h"
#include "reload/resolved_path.h"

struct inotify_event;

namespace keyrack {

// inotify(7) on behalf of many owners. An accelerator: every owner polls behind it, and nothing but
// time is lost when it fails. One kernel watch a folder or file, however many ask for it.
//
// Safe for any thread.
class Watcher {
 public:
  using Owner = std::uint64_t;

  Watcher() { reset(); }

  // Readable when there is something to drain; -1 without inotify.
  int descriptor() const { return inotify_.get(); }

  // Watches exactly `points` for `owner` from now on. Returns why some of their changes may go
  // unnoticed, or "": what is not there or may not be entered is no such reason.
  std::string watch(Owner owner, std::span<const WatchPoint> points);
  void forget(Owner owner);

  // Takes what has been notified; returns whose points it concerns. When the kernel's queue
  // overflowed: everybody's.
  std::set<Owner> drain();

  std::size_t kernel_watches() const;

  // fork() happens with this locked. The child shares the parent's inotify queue and must not take
  // from it: it resets, and every owner watches again.
  std::mutex& fork_mutex() { return mutex_; }
  void reset();

 private:
  // What of one kernel watch concerns whom; an empty name concerns every event.
  using Interests = std::set<std::pair<Owner, std::string>>;

  std::string add(Owner owner, const WatchPoint& point, std::map<int, Interests>& added);
  void drop(Owner owner, const std::map<int, Interests>& keep);
  void collect(const inotify_event& event, std::string_view name, std::set<Owner>& concerned);

  mutable std::mutex mutex_;
  Descriptor inotify_;
  int error_ = 0;                       // errno of inotify_init1
  std::map<int, Interests> interests_;  // by watch descriptor
};

}  // namespace keyrack
