// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/stat.h>

#include <chrono>
#include <compare>
#include <cstdint>

#include "base/file.h"

namespace keyrack {

using FileTime = std::chrono::time_point<std::chrono::system_clock, std::chrono::nanoseconds>;

// What tells one state of a file from another without reading it.
struct FileIdentity {
  FileId id;
  std::uint64_t size = 0;  // bytes
  FileTime modified{};     // st_mtim: anybody may set it
  FileTime changed{};      // st_ctim: set by the kernel alone

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

FileIdentity identity_of(const struct stat& status);

// File systems stamp times with a clock that ticks every few milliseconds, FAT every two seconds: a
// write just after the one that was read may leave the same identity. Only a file whose ctime lay
// further back than this when it was read is known to be unchanged by its identity alone (git calls
// the others "racily clean"). A ctime in the future, from a server whose clock is ahead, is never
// settled.
inline constexpr std::chrono::seconds kSettlingTime{2};
bool is_settled(const FileIdentity& identity, FileTime when_read);

}  // namespace keyrack
