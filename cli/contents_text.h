// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/contents.h"

namespace keyrack::cli {

// What `keyrack inspect` prints about one input: every field of a few entries, or a line for each
// of many.
std::string render_contents(const std::string& path, const Contents& contents);

}  // namespace keyrack::cli
