// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace keyrack::cli {

// Writes a file that the user asked for. Throws CommandFailure.
void write_output(const std::string& path, std::string_view content);

}  // namespace keyrack::cli
