// SPDX-License-Identifier: Apache-2.0
#include "bench/handshake_targets.h"

namespace keyrack::bench {
namespace {

void add_ratio(const BenchRun& run, const Parameters& which, const char* against, double limit,
               std::vector<Target>& targets) {
  const Row* const managed = find_row(run, which, "steady", "PKIX");
  const Row* const other = find_row(run, which, "steady", against);
  if (managed == nullptr || other == nullptr) return;
  targets.push_back({"PKIX, " + describe_case(which) + ": times the rate of " + against, false,
                     limit, paired_ratio(managed->samples, other->samples).value});
}

}  // namespace

Parameters rate_case(std::size_t entries, const std::string& version, bool is_resumed) {
  return {{"resume", std::string(is_resumed ? "true" : "false")},
          {"tlsVersion", version},
          {"entries", static_cast<std::int64_t>(entries)}};
}

Parameters start_case(const std::string& what, std::size_t entries) {
  return {{"operation", what}, {"entries", static_cast<std::int64_t>(entries)}};
}

std::vector<Target> handshake_targets(const BenchRun& run) {
  constexpr double kOfRaw = 0.97;
  constexpr double kOfUncached = 3;
  constexpr double kReadyUs = 1000;
  std::vector<Target> targets;
  for (const char* version : {"TLSv1.2", "TLS"}) {
    const Parameters full = rate_case(1, version, false);
    add_ratio(run, full, "raw", kOfRaw, targets);
    add_ratio(run, full, "PKIX-uncached", kOfUncached, targets);
    add_ratio(run, rate_case(1, version, true), "raw", kOfRaw, targets);
  }
  for (const std::size_t entries : {10u, 100u, 1000u}) {
    add_ratio(run, rate_case(entries, "TLS", false), "raw", kOfRaw, targets);
  }
  if (const Row* ready =
          find_row(run, start_case("manager ready", 1000), "fresh manager", "PKIX")) {
    targets.push_back({"manager over 1000 keys ready: us", true, kReadyUs, ready->median});
  }
  return targets;
}

}  // namespace keyrack::bench
