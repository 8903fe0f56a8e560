// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "base/blob.h"

namespace keyrack {

// Which file a path led to, whatever its name.
struct FileId {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  friend auto operator<=>(const FileId&, const FileId&) = default;
};

struct FileContent {
  Blob blob;
  FileId id;
  std::span<const std::uint8_t> bytes() const { return blob.bytes(); }
};

// Reads a whole regular file (or pipe) once; everything is then made from those bytes. More than
// `max_bytes` is kLimitExceeded; a folder, a missing or an unreadable file is kIo with the system's
// reason.
Result<FileContent> read_file(const std::filesystem::path& path, std::size_t max_bytes);

// Which file `path` leads to, without opening it: kIo when it leads nowhere.
Result<FileId> identify_file(const std::filesystem::path& path);

// kIo with the reason that the system's error number `code` stands for: "cannot open: No such ...".
Error io_error(const std::filesystem::path& path, const std::string& what, int code);

}  // namespace keyrack
