// SPDX-License-Identifier: Apache-2.0
// Other programs that do the same job, measured beside keyrack in the same run.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bench/run.h"

namespace keyrack::bench {

struct Peer {
  std::string name;  // "node"
  std::string path;  // of its program
};

// What the command line named: {"node": "/opt/node/bin/node"}.
using PeerPaths = std::map<std::string, std::string>;

// Those of `names` that are named in `paths` or found on the PATH. For each of the others a note
// of `run` says that it is left out.
std::vector<Peer> find_peers(const std::vector<std::string>& names, const PeerPaths& paths,
                             BenchRun& run);

// The scripts of bench/peers, compiled in: they need not be installed.
std::string_view peer_script(std::string_view name);

}  // namespace keyrack::bench
