// SPDX-License-Identifier: Apache-2.0
#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "base/descriptor.h"

namespace keyrack {

Error io_error(const std::filesystem::path& path, const std::string& what, int code) {
  return Error{ErrorCode::kIo, what + ": " + std::generic_category().message(code),
               Location{.source = path.string()}, ""};
}

namespace {

FileId id_of(const struct stat& status) {
  return {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino)};
}

}  // namespace

Result<FileContent> read_file(const std::filesystem::path& path, std::size_t max_bytes) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return std::unexpected(io_error(path, "cannot open", errno));
  struct stat status{};
  if (::fstat(file.get(), &status) != 0) {
    return std::unexpected(io_error(path, "cannot examine", errno));
  }
  if (S_ISDIR(status.st_mode)) return std::unexpected(io_error(path, "cannot read", EISDIR));

  FileContent content{{}, id_of(status)};
  Blob& blob = content.blob;
  // One byte more than the size tells the end of an unchanged file in a single further read.
  const std::size_t expected =
      S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 0;
  blob.tail(std::min(std::max<std::size_t>(expected, 4096), max_bytes) + 1);
  while (true) {
    std::uint8_t* const tail = blob.tail(1);
    const ssize_t got = ::read(file.get(), tail, blob.capacity() - blob.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::unexpected(io_error(path, "cannot read", errno));
    if (got == 0) return content;
    blob.advance(static_cast<std::size_t>(got));
    if (blob.size() > max_bytes) {
      return std::unexpected(Error{ErrorCode::kLimitExceeded,
                                   "larger than the limit of " + std::to_string(max_bytes) +
                                       " bytes; raise max_bytes if it is meant to be",
                                   Location{.source = path.string()}, ""});
    }
  }
}

Result<FileId> identify_file(const std::filesystem::path& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) {
    return std::unexpected(io_error(path, "cannot examine", errno));
  }
  return id_of(status);
}

}  // namespace keyrack
