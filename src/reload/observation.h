// SPDX-License-Identifier: Apache-2.0
// Looking at files without reading them, and reading exactly what was looked at.
#pragma once

#include <keyrack/reload.h>

#include <cstdint>
#include <expected>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "base/secret_bytes.h"
#include "reload/file_identity.h"
#include "reload/resolved_path.h"

namespace keyrack {

struct LoadFailure {
  ReloadFailure reason = ReloadFailure::kInvalid;
  Error error;
  friend bool operator==(const LoadFailure&, const LoadFailure&) = default;
};

struct ObservedFile {
  std::filesystem::path named;  // as the source names it
  std::filesystem::path real;   // free of symbolic links
  FileIdentity identity;
  friend bool operator==(const ObservedFile&, const ObservedFile&) = default;
};

// All files of a source as they stood at one look. Equal observations: nothing moved between.
struct Observation {
  std::vector<ObservedFile> files;
  std::vector<WatchPoint> points;  // whatever may change the next observation
  std::optional<LoadFailure> failure;
  friend bool operator==(const Observation&, const Observation&) = default;
};

// Looks at `paths`, which are absolute. A folder stands for its regular files (links to them
// included) in the order of their names, each file once.
Observation observe(std::span<const std::filesystem::path> paths);

// A file with the bytes it had. They are wiped when dropped, for they may be a private key.
struct LoadedFile {
  std::filesystem::path path;  // as the source names it
  SecretBytes bytes;
};

// Reads the files of an observation, each once. kUnstable when one is no longer what was observed.
std::expected<std::vector<LoadedFile>, LoadFailure> read_observed(const Observation& observation,
                                                                  std::size_t max_bytes);

}  // namespace keyrack
