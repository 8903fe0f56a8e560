// SPDX-License-Identifier: Apache-2.0
#include "bench/peer.h"

#include <fmt/format.h>

#include "bench/child_process.h"

namespace keyrack::bench {

std::vector<Peer> find_peers(const std::vector<std::string>& names, const PeerPaths& paths,
                             BenchRun& run) {
  std::vector<Peer> peers;
  for (const std::string& name : names) {
    const auto named = paths.find(name);
    const std::string path = named != paths.end() ? named->second : find_on_path(name);
    if (path.empty()) {
      run.notes.push_back(
          fmt::format("{0} is left out: it is not on this machine's PATH, and no "
                      "--peer {0}=PATH names it.",
                      name));
    } else {
      peers.push_back({name, path});
    }
  }
  return peers;
}

}  // namespace keyrack::bench
