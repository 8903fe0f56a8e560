// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>

#include <cstdint>
#include <filesystem>
#include <span>

namespace keyrack {

// Makes `bytes` the content of the file at `path`, mode 0600: written under a temporary name in the
// same folder, synced, renamed, the folder synced. Readers see the old file or the new one, also
// after a crash. Where `path` is a link, the file that it leads to is replaced. kIo names the step
// that failed; the old file is then as it was and nothing is left beside it.
Result<void> replace_file(const std::filesystem::path& path, std::span<const std::uint8_t> bytes);

}  // namespace keyrack
