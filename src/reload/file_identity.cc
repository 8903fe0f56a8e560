// SPDX-License-Identifier: Apache-2.0
#include "reload/file_identity.h"

namespace keyrack {
namespace {

FileTime to_time(const struct timespec& time) {
  return FileTime(std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec));
}

}  // namespace

FileIdentity identity_of(const struct stat& status) {
  return {
      .id = {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino)},
      .size = static_cast<std::uint64_t>(status.st_size),
      .modified = to_time(status.st_mtim),
      .changed = to_time(status.st_ctim)};
}

bool is_settled(const FileIdentity& identity, FileTime when_read) {
  return identity.changed + kSettlingTime < when_read;
}

}  // namespace keyrack
