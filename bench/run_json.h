// SPDX-License-Identifier: Apache-2.0
// Runs and comparisons as JSON: what `--json` saves and prints.
#pragma once

#include <keyrack/error.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "bench/comparison.h"
#include "bench/run.h"

namespace keyrack::bench {

inline constexpr int kSchemaVersion = 1;

nlohmann::ordered_json to_json(const BenchRun& run);
nlohmann::ordered_json to_json(const std::vector<Comparison>& comparisons);

// kBadOption where `json` is not a saved run.
Result<BenchRun> run_from_json(const nlohmann::ordered_json& json);

}  // namespace keyrack::bench
