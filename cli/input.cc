// SPDX-License-Identifier: Apache-2.0
#include "cli/input.h"

#include "base/file.h"

namespace keyrack::cli {

Result<Input> read_input(const std::string& path) {
  constexpr std::size_t kMaxBytes = 64u << 20;
  const bool is_standard_input = path == "-";
  Input input{is_standard_input ? "standard input" : path, {}};
  Result<FileContent> content = read_file(is_standard_input ? "/dev/stdin" : path, kMaxBytes);
  if (!content) {
    Error error = std::move(content.error());
    error.where.source = input.name;
    return std::unexpected(std::move(error));
  }
  input.bytes.assign(content->bytes().begin(), content->bytes().end());
  return input;
}

}  // namespace keyrack::cli
