// SPDX-License-Identifier: Apache-2.0
// `keyrack bench context`: what making a TLS context costs (the question of Node.js pull request
// 56301), beside plain OpenSSL and other programs.
#pragma once

#include "bench/bench_options.h"
#include "bench/progress.h"
#include "bench/run.h"

namespace keyrack::bench {

// Runs it. Removes the variables of environment.h from this process. Throws Failure.
BenchRun run_context_bench(const BenchOptions& options, Progress& progress);

}  // namespace keyrack::bench
