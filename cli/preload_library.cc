// SPDX-License-Identifier: Apache-2.0
#include "cli/preload_library.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "bench/child_process.h"
#include "cli/exit_code.h"

namespace keyrack::cli {
namespace {

// From the folder of this program: where it is installed, and where it is built.
constexpr std::array kFolders{KEYRACK_LIBRARY_FOLDER, "../preload"};

}  // namespace

std::string find_preload_library() {
  const std::filesystem::path here = std::filesystem::path(bench::own_executable()).parent_path();
  for (const char* const folder : kFolders) {
    std::error_code error;
    const auto path = std::filesystem::canonical(here / folder / "libkeyrack-preload.so", error);
    if (!error) return path.string();
  }
  return {};
}

std::string preload_library() {
  std::string path = find_preload_library();
  if (path.empty()) {
    throw CommandFailure(ExitCode::kUnreadable,
                         "libkeyrack-preload.so is not installed beside this program");
  }
  return path;
}

std::string with_preload(const std::string& library) {
  const char* const others = std::getenv("LD_PRELOAD");
  return others == nullptr || *others == '\0' ? library : library + ":" + others;
}

}  // namespace keyrack::cli
