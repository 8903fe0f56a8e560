// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bench/bench_options.h"
#include "bench/progress.h"
#include "bench/run.h"
#include "bench/trust_input.h"

namespace keyrack::bench {

// Resident memory that contexts over one bundle take, each number of them in a process of its own.
// What the machine has no room for is left out, and `notes` says so.
std::vector<Row> measure_memory(const TrustInput& input, const BenchOptions& options,
                                Progress& progress, std::vector<std::string>& notes);

// What the hidden command does: makes as many contexts as a line of standard input asks for and
// answers with the KiB that they take.
void serve_memory_samples(const std::string& bundle_file, const std::string& variant);

}  // namespace keyrack::bench
