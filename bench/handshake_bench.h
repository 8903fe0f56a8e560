// SPDX-License-Identifier: Apache-2.0
// `keyrack bench handshake`: what a key manager costs a full handshake (the question of OpenJDK's
// pull request 17956), beside a preloaded key and the JDK.
#pragma once

#include "bench/bench_options.h"
#include "bench/progress.h"
#include "bench/run.h"

namespace keyrack::bench {

// Runs it. Throws Failure.
BenchRun run_handshake_bench(const BenchOptions& options, Progress& progress);

}  // namespace keyrack::bench
