// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/run.h"

namespace keyrack::bench {

// The cases of `bench handshake` as rows name them. `version`: "TLSv1.2", or "TLS" for the newest.
Parameters rate_case(std::size_t entries, const std::string& version, bool is_resumed,
                     std::size_t threads);
// What starting costs: "manager ready", "first handshake" or "memory".
Parameters start_case(const std::string& what, std::size_t entries);

// A refreshing manager against a preloaded key and against one that decrypts each time; how soon a
// manager over many keys is ready.
std::vector<Target> handshake_targets(const BenchRun& run, std::size_t threads);

}  // namespace keyrack::bench
