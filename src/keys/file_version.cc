// SPDX-License-Identifier: Apache-2.0
#include "keys/file_version.h"

#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <utility>

#include "base/file.h"

namespace keyrack {

Result<FileIdentity> look_at_file(const std::filesystem::path& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) {
    const std::string reason = std::generic_category().message(errno);
    return std::unexpected(
        Error{ErrorCode::kIo, "the file cannot be read: " + reason, {.source = path.string()}});
  }
  return identity_of(status);
}

Result<VersionedFile> read_versioned_file(const std::filesystem::path& path,
                                          std::size_t max_bytes) {
  const FileTime when_read = std::chrono::system_clock::now();
  const Result<FileIdentity> before = look_at_file(path);
  if (!before) return std::unexpected(before.error());
  Result<FileContent> content = read_file(path, max_bytes);
  if (!content) return std::unexpected(std::move(content.error()));
  const Result<FileIdentity> after = look_at_file(path);
  const Result<Sha256> digest = sha256(content->bytes);
  if (!digest) return std::unexpected(digest.error());

  VersionedFile file;
  file.version.identity = *before;
  file.version.is_settled = after && *after == *before && is_settled(*before, when_read);
  file.version.digest = *digest;
  file.bytes = std::move(content->bytes);
  return file;
}

}  // namespace keyrack
