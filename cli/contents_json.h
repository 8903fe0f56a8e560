// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cli/contents.h"

namespace keyrack::cli {

// One member of `files` in the JSON of `keyrack inspect`.
nlohmann::ordered_json to_json(const std::string& path, const Contents& contents);

// A problem as every command reports it.
nlohmann::ordered_json to_json(const Error& problem);

}  // namespace keyrack::cli
