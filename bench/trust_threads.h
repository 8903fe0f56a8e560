// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bench/progress.h"
#include "bench/run.h"
#include "bench/trust_input.h"

namespace keyrack::bench {

// Whole verifications, and issuer look-ups alone, a second, by one thread and by more that share
// one bundle.
std::vector<Row> measure_threads(const TrustInput& input, std::size_t samples, Progress& progress);

}  // namespace keyrack::bench
