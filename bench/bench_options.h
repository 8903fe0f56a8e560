// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
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
  std::vector<int> context_counts{1, 10, 100, 1000};      // whose memory is measured
  std::string server_key = "p256";                        // or rsa2048: what servers present
  std::vector<std::size_t> key_counts{1, 10, 100, 1000};  // entries of a server's key store
  std::size_t threads = 1;                                // that shake hands at the same time
};

}  // namespace keyrack::bench
