// SPDX-License-Identifier: Apache-2.0
#include "bench/scratch_folder.h"

#include <stdlib.h>

#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "bench/failure.h"

namespace keyrack::bench {

ScratchFolder::ScratchFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "keyrack-bench-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw Failure("cannot make a temporary folder " + name);
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::filesystem::path ScratchFolder::write(std::string_view name, std::string_view content) const {
  std::filesystem::path file = path_ / name;
  std::ofstream out(file, std::ios::binary);
  out.write(content.data(), static_cast<std::streamsize>(content.size()));
  out.close();
  if (!out) throw Failure("cannot write " + file.string());
  return file;
}

std::string read_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Failure("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace keyrack::bench
