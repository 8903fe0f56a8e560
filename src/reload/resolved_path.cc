// SPDX-License-Identifier: Apache-2.0
#include "reload/resolved_path.h"

#include <limits.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <deque>

namespace keyrack {
namespace {

constexpr int kMaxLinks = 40;  // as in the kernel (path_resolution(7))

using Parts = std::deque<std::filesystem::path>;

void put_in_front(Parts& parts, const std::filesystem::path& path) {
  const std::filesystem::path relative = path.relative_path();
  parts.insert(parts.begin(), relative.begin(), relative.end());
}

}  // namespace

const PathResolver::Entry& PathResolver::examine(const std::filesystem::path& path) {
  const auto [found, is_new] = entries_.try_emplace(path);
  if (!is_new) return found->second;
  std::array<char, PATH_MAX> target;
  const ssize_t size = ::readlink(path.c_str(), target.data(), target.size());
  if (size >= 0) {
    found->second.target.emplace(target.data(), target.data() + size);
  } else if (errno != EINVAL) {  // EINVAL: there, and no link
    found->second.error = errno;
  }
  return found->second;
}

ResolvedPath PathResolver::resolve(const std::filesystem::path& path) {
  ResolvedPath resolved;
  resolved.folder = "/";
  Parts parts;
  put_in_front(parts, path);
  int links = 0;
  while (!parts.empty()) {
    const std::filesystem::path part = parts.front();
    parts.pop_front();
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      resolved.folder = resolved.folder.parent_path();
      continue;
    }
    const std::filesystem::path here = resolved.folder / part;
    const Entry& entry = examine(here);
    const bool is_last = parts.empty();
    if (entry.target || entry.error != 0 || is_last) {
      resolved.points.push_back({resolved.folder, part.string()});
    }
    if (entry.target) {
      if (++links > kMaxLinks) {
        resolved.error = ELOOP;
      } else {
        if (entry.target->is_absolute()) resolved.folder = "/";
        put_in_front(parts, *entry.target);
        continue;
      }
    } else {
      resolved.error = entry.error;
    }
    if (resolved.error == EACCES) {
      // Nobody may watch inside a folder that he cannot enter; its own mode shows in its parent.
      resolved.points.push_back(
          {resolved.folder.parent_path(), resolved.folder.filename().string()});
    }
    if (resolved.error != 0 || is_last) {
      resolved.name = part.string();
      return resolved;
    }
    resolved.folder = here;
  }
  resolved.error = EISDIR;  // "/", or a path that ends in ".."
  return resolved;
}

}  // namespace keyrack
