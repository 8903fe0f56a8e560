// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bench/run.h"

namespace keyrack::cli {

// A benchmark's tables for a terminal: every row, the comparisons in compare.js's form, the
// targets with their verdicts, and what was left out.
std::string render_run(const bench::BenchRun& run);

}  // namespace keyrack::cli
