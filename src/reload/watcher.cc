// SPDX-License-Identifier: Apache-2.0
#include "reload/watcher.h"

#include <linux/magic.h>
#include <sys/inotify.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>

namespace keyrack {
namespace {

// Everything that may change what a path leads to or what is in it, and nothing that reading does.
constexpr std::uint32_t kEvents = IN_ATTRIB | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE |
                                  IN_DELETE_SELF | IN_MODIFY | IN_MOVED_FROM | IN_MOVED_TO |
                                  IN_MOVE_SELF;

std::string reason(const std::filesystem::path& path, int code) {
  if (code == ENOSPC) {
    return "no inotify watches left (fs.inotify.max_user_watches) for " + path.string();
  }
  return "cannot watch " + path.string() + ": " + std::generic_category().message(code);
}

// File systems that accept watches and keep silent about what other machines, or the layers below,
// change. Their magic numbers: statfs(2) and linux/magic.h.
std::string_view silent_file_system(const std::filesystem::path& path) {
  constexpr std::array<std::pair<unsigned long, std::string_view>, 9> kSilent{{
      {NFS_SUPER_MAGIC, "nfs"},
      {SMB_SUPER_MAGIC, "smb"},
      {0xFF534D42, "cifs"},
      {0xFE534D42, "smb2"},
      {V9FS_MAGIC, "9p"},
      {FUSE_SUPER_MAGIC, "fuse"},
      {CEPH_SUPER_MAGIC, "ceph"},
      {AFS_SUPER_MAGIC, "afs"},
      {OVERLAYFS_SUPER_MAGIC, "overlay"},
  }};
  struct statfs status{};
  if (::statfs(path.c_str(), &status) != 0) return "";
  const auto type = static_cast<unsigned long>(static_cast<std::uint32_t>(status.f_type));
  for (const auto& [magic, name] : kSilent) {
    if (type == magic) return name;
  }
  return "";
}

}  // namespace

void Watcher::reset() {
  const std::scoped_lock lock(mutex_);
  inotify_ = Descriptor(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  error_ = inotify_ ? 0 : errno;
  interests_.clear();
}

std::string Watcher::add(Owner owner, const WatchPoint& point, std::map<int, Interests>& added) {
  const int wd = ::inotify_add_watch(inotify_.get(), point.path.c_str(), kEvents | IN_DONT_FOLLOW);
  if (wd >= 0) {
    added[wd].emplace(owner, point.name);
    const std::string_view silent = silent_file_system(point.path);
    if (silent.empty()) return "";
    return std::string(silent) + " does not tell of every change below " + point.path.string();
  }
  const bool is_expected = errno == ENOENT || errno == ENOTDIR || errno == EACCES;
  return is_expected ? "" : reason(point.path, errno);
}

std::string Watcher::watch(Owner owner, std::span<const WatchPoint> points) {
  const std::scoped_lock lock(mutex_);
  if (!inotify_) return reason("anything", error_);
  std::map<int, Interests> added;
  std::string problem;
  for (const WatchPoint& point : points) {
    std::string text = add(owner, point, added);
    if (problem.empty()) problem = std::move(text);
  }
  drop(owner, added);
  for (const auto& [wd, interests] : added) {
    interests_[wd].insert(interests.begin(), interests.end());
  }
  return problem;
}

void Watcher::forget(Owner owner) {
  const std::scoped_lock lock(mutex_);
  drop(owner, {});
}

// Kernel watches that nobody needs any more go, but for those in `keep`.
void Watcher::drop(Owner owner, const std::map<int, Interests>& keep) {
  for (auto entry = interests_.begin(); entry != interests_.end();) {
    auto& [wd, interests] = *entry;
    std::erase_if(interests, [owner](const auto& interest) { return interest.first == owner; });
    if (!interests.empty() || keep.contains(wd)) {
      ++entry;
      continue;
    }
    ::inotify_rm_watch(inotify_.get(), wd);  // EINVAL: the kernel was quicker; both are fine
    entry = interests_.erase(entry);
  }
}

void Watcher::collect(const inotify_event& event, std::string_view name,
                      std::set<Owner>& concerned) {
  const auto found = interests_.find(event.wd);
  if (found == interests_.end()) return;
  for (const auto& [owner, wanted] : found->second) {
    if (name.empty() || wanted.empty() || name == wanted) concerned.insert(owner);
  }
  if ((event.mask & IN_IGNORED) != 0) interests_.erase(found);  // the kernel's watch is gone
}

std::set<Watcher::Owner> Watcher::drain() {
  const std::scoped_lock lock(mutex_);
  std::set<Owner> concerned;
  if (!inotify_) return concerned;
  alignas(inotify_event) std::array<char, 16 * 1024> buffer;
  while (true) {
    const ssize_t size = ::read(inotify_.get(), buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return concerned;
    for (std::size_t at = 0; at < static_cast<std::size_t>(size);) {
      inotify_event event{};
      std::memcpy(&event, buffer.data() + at, sizeof(event));
      // The name is padded with zeros to `len` bytes.
      const char* name = buffer.data() + at + sizeof(event);
      at += sizeof(event) + event.len;
      if ((event.mask & IN_Q_OVERFLOW) != 0) {
        for (const auto& [wd, interests] : interests_) {
          for (const auto& interest : interests) concerned.insert(interest.first);
        }
      } else {
        collect(event, {name, ::strnlen(name, event.len)}, concerned);
      }
    }
  }
}

std::size_t Watcher::kernel_watches() const {
  const std::scoped_lock lock(mutex_);
  return interests_.size();
}

}  // namespace keyrack
