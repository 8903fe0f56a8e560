// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bench/run.h"

namespace keyrack::bench {

// Opening against X509_STORE_load_file, look-ups by two threads, memory of more contexts.
std::vector<Target> trust_targets(const BenchRun& run);

}  // namespace keyrack::bench
