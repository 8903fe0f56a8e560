// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

namespace keyrack::bench {

// A folder for the inputs of measured processes, readable by this user alone and removed with all
// that is in it when this object goes.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  // Writes (or replaces) a file in it and returns its path.
  std::filesystem::path write(std::string_view name, std::string_view content) const;

 private:
  std::filesystem::path path_;
};

// The whole of a file that this program or its parent wrote.
std::string read_text(const std::filesystem::path& path);

}  // namespace keyrack::bench
