// SPDX-License-Identifier: Apache-2.0
// `keyrack bench trust`: opening a bundle, attaching it, verifying with it and keeping it, beside
// plain OpenSSL with a store for each context and with one store for all.
#pragma once

#include "bench/bench_options.h"
#include "bench/progress.h"
#include "bench/run.h"

namespace keyrack::bench {

// Runs it. Removes the variables of environment.h from this process. Throws Failure.
BenchRun run_trust_bench(const BenchOptions& options, Progress& progress);

}  // namespace keyrack::bench
