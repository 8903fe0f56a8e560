// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/child_process.h"
#include "bench/peer.h"
#include "bench/scratch_folder.h"

namespace keyrack::bench {

// A process that makes contexts and nothing else: keyrack's tool itself in a hidden command, or a
// peer with its script. Both speak as bench/peers/context.mjs says.
class ContextWorker {
 public:
  // `variant` is one of make_context_maker()'s, or the name of one of `peers`.
  ContextWorker(const ScratchFolder& inputs, std::string_view ca, std::string_view variant,
                const std::vector<Peer>& peers);

  // The versions that the process announced, as JSON.
  const std::string& versions() const { return versions_; }
  // Microseconds a context, of `n` that it makes one after another now.
  double sample_us(int n);

 private:
  ChildProcess process_;
  std::string versions_;
};

// What the hidden command does: answers requests on standard input until it ends.
void serve_context_samples(const std::string& folder, const std::string& ca,
                           const std::string& variant);

}  // namespace keyrack::bench
