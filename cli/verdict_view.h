// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cli/verdict.h"

namespace keyrack::cli {

nlohmann::ordered_json to_json(const Verdict& verdict, bool with_steps);
std::string render_verdict(const Verdict& verdict, bool with_steps);

}  // namespace keyrack::cli
