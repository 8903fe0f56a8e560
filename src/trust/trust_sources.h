// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/trust_store.h>

#include <cstdint>
#include <filesystem>
#include <set>
#include <span>
#include <string_view>

#include "base/file.h"
#include "bytes/byte_view.h"
#include "reload/observation.h"

namespace keyrack {

enum class SourceForm : std::uint8_t { kAny, kPem };

// A store over one source in memory, sharing the index of the same content.
Result<TrustStore> open_bytes(ByteView bytes, SourceForm form, std::string_view source,
                              const TrustStoreOptions& options);

// Files that were read already: under other names they are not read again.
using FilesRead = std::set<FileId>;

Result<TrustStore> open_file(const std::filesystem::path& path, const TrustStoreOptions& options,
                             FilesRead& read);

// One index over the regular files of a folder, by name. A file without a certificate is a problem
// and never an error, for folders hold other things too; a malformed one is what the policy says.
Result<TrustStore> open_directory(const std::filesystem::path& path,
                                  const TrustStoreOptions& options, FilesRead& read);
// The same over a folder's files that were read already.
Result<TrustStore> open_folder_files(std::span<const LoadedFile> files,
                                     const TrustStoreOptions& options);

}  // namespace keyrack
