// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>

#include <string>
#include <vector>

#include "bytes/byte_view.h"

namespace keyrack::cli {

// What a command was given: the content of a file, or of standard input for "-".
struct Input {
  std::string name;  // the path, or "standard input"
  std::vector<std::uint8_t> bytes;
};

Result<Input> read_input(const std::string& path);

}  // namespace keyrack::cli
