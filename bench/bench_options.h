// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bench/peer.h"
#include "bench/sampling.h"

namespace keyrack::bench {

// What every benchmark takes.
struct BenchOptions {
  SampleCounts counts;
  std::string bundle_file;  // empty: the machine's own, see load_bundle()
  PeerPaths peers;
  std::vector<int> context_counts{1, 10, 100, 1000};  // whose memory is measured
};

}  // namespace keyrack::bench
