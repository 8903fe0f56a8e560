// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/digest.h"
#include "reload/file_identity.h"

namespace keyrack {

// What a file was when it was read.
struct FileVersion {
  FileIdentity identity;
  bool is_settled = false;  // see is_settled(): whether the identity alone tells of a change
  Sha256 digest{};
};

struct VersionedFile {
  FileVersion version;
  std::vector<std::uint8_t> bytes;
};

// kIo where nothing can be read.
Result<FileIdentity> look_at_file(const std::filesystem::path& path);
Result<VersionedFile> read_versioned_file(const std::filesystem::path& path, std::size_t max_bytes);

}  // namespace keyrack
