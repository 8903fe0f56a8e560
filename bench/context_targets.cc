// SPDX-License-Identifier: Apache-2.0
#include "bench/context_targets.h"

#include <fmt/format.h>

#include "bench/context_case.h"

namespace keyrack::bench {
namespace {

struct Claim {
  const char* what;
  ContextCase which;
  double limit;
};

// An identity seen before may add 0.15 to what the trust alone may cost, and an Identity object
// 0.05.
const std::vector<Claim>& claims() {
  using enum Seen;
  static const std::vector<Claim> list{
      {"default roots", {"0", kAbsent, kAbsent}, 1.15},
      {"one CA, text never seen", {"1", kNever, kAbsent}, 1.2},
      {"one CA, text seen before", {"1", kBefore, kAbsent}, 1.2},
      {"bundle, text never seen", {"bundle", kNever, kAbsent}, 2},
      {"bundle, text seen before", {"bundle", kBefore, kAbsent}, 1.3},
      {"bundle, as a TrustStore", {"bundle", kObject, kAbsent}, 1.15},
      {"default roots + identity seen before", {"0", kAbsent, kBefore}, 1.3},
      {"default roots + Identity object", {"0", kAbsent, kObject}, 1.2},
      {"bundle as a TrustStore + identity seen before", {"bundle", kObject, kBefore}, 1.3},
      {"bundle as a TrustStore + Identity object", {"bundle", kObject, kObject}, 1.2},
      {"bundle and identity, both seen before", {"bundle", kBefore, kBefore}, 1.45},
      {"bundle seen before + Identity object", {"bundle", kBefore, kObject}, 1.35},
  };
  return list;
}

// What the peers take for the same. They make a new context each time: nothing of theirs is faster
// for being asked again.
void add_peers(const BenchRun& run, const ContextCase& which, const char* how,
               std::vector<Target>& targets) {
  const Parameters parameters = parameters_of(which);
  const Row* const keyrack = find_row(run, parameters, "steady", "keyrack");
  for (const auto& [peer, limit] : {std::pair{"bun", 10.0}, {"node", 60.0}}) {
    const Row* const row = find_row(run, parameters, "steady", peer);
    if (keyrack == nullptr || row == nullptr) continue;
    targets.push_back(
        {fmt::format("bundle and identity seen before, {}: times faster than {}", how, peer), false,
         limit, paired_ratio(row->samples, keyrack->samples).value});
  }
}

}  // namespace

std::vector<Target> context_targets(const BenchRun& run) {
  std::vector<Target> targets;
  for (const Claim& claim : claims()) {
    const Row* const row = find_row(run, parameters_of(claim.which), "steady", "keyrack");
    if (row == nullptr || !row->ratio) continue;
    targets.push_back({fmt::format("{}: times a bare SSL_CTX_new", claim.what), true, claim.limit,
                       row->ratio->value});
  }
  add_peers(run, {"bundle", Seen::kBefore, Seen::kBefore}, "a new context", targets);
  add_peers(run, {"bundle", Seen::kBefore, Seen::kBefore, true}, "from a SecureContextCache",
            targets);
  return targets;
}

}  // namespace keyrack::bench
