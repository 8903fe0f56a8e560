// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bench/run.h"

namespace keyrack::bench {

// What a context may cost at most, as a ratio to a bare SSL_CTX_new, and how much faster than each
// peer that was measured it should be.
std::vector<Target> context_targets(const BenchRun& run);

}  // namespace keyrack::bench
