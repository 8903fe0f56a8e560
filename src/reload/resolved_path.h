// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace keyrack {

// What is watched: an entry of a folder, whose change may lead a path elsewhere.
struct WatchPoint {
  std::filesystem::path path;  // free of symbolic links
  std::string name;            // of the entry in it; empty: whatever happens in or to `path`

  friend bool operator==(const WatchPoint&, const WatchPoint&) = default;
};

// Where a path leads through every symbolic link on its way.
struct ResolvedPath {
  std::filesystem::path folder;  // free of symbolic links
  std::string name;              // of the file in it; no symbolic link when it was looked at
  int error = 0;                 // errno when the way ends early: folder and name are where
  // Every link on the way, then the file (or what is missing): Kubernetes swaps `..data`, two steps
  // before the file; others swap a link in a grandparent folder.
  std::vector<WatchPoint> points;

  std::filesystem::path path() const { return folder / name; }
};

// Resolves paths of one moment: a link that several of them pass is read once, so that they cannot
// end in different versions of one folder. Make a new one for each look.
class PathResolver {
 public:
  // `path` is absolute.
  ResolvedPath resolve(const std::filesystem::path& path);

 private:
  struct Entry {
    std::optional<std::filesystem::path> target;  // of a symbolic link
    int error = 0;
  };
  const Entry& examine(const std::filesystem::path& path);

  std::map<std::filesystem::path, Entry> entries_;
};

}  // namespace keyrack
