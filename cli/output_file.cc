// SPDX-License-Identifier: Apache-2.0
#include "cli/output_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "cli/exit_code.h"

namespace keyrack::cli {

void write_output(const std::string& path, std::string_view content) {
  std::ofstream out(path, std::ios::binary);
  out.write(content.data(), static_cast<std::streamsize>(content.size()));
  out.close();
  if (!out) {
    throw CommandFailure(ExitCode::kUnreadable, path + ": cannot write: " + std::strerror(errno));
  }
}

}  // namespace keyrack::cli
