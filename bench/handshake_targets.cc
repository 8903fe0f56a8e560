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

Parameters rate_case(std::size_t entries, const std::string& version, bool is_resumed,
                     std::size_t threads) {
  return {{"resume", std::string(is_resumed ? "true" : "false")},
          {"tlsVersion", version},
          {"entries", static_cast<std::int64_t>(entries)},
          {"threads", static_cast<std::int64_t>(threads)}};
}

Parameters start_case(const std::string& what, std::size_t entries) {
  return {{"operation", what}, {"entries", static_cast<std::int64_t>(entries)}};
}

std::vector<Target> handshake_targets(const BenchRun& run, std::size_t threads) {
  constexpr double kOfRaw = 0.97;
  constexpr double kOfUncached = 3;
  constexpr double kReadyUs = 1000;
  constexpr double kOfDecrypted = 0.5;
  std::vector<Target> targets;
  for (const char* version : {"TLSv1.2", "TLS"}) {
    const Parameters full = rate_case(1, version, false, threads);
    add_ratio(run, full, "raw", kOfRaw, targets);
    add_ratio(run, full, "PKIX-uncached", kOfUncached, targets);
    add_ratio(run, rate_case(1, version, true, threads), "raw", kOfRaw, targets);
  }
  for (const std::size_t entries : {10u, 100u, 1000u}) {
    add_ratio(run, rate_case(entries, "TLS", false, threads), "raw", kOfRaw, targets);
  }
  if (const Row* ready =
          find_row(run, start_case("manager ready", 1000), "fresh manager", "PKIX")) {
    targets.push_back({"manager over 1000 keys ready: us", true, kReadyUs, ready->median});
  }
  const Row* const lazy = find_row(run, start_case("memory", 1000), "fresh process", "PKIX");
  const Row* const eager = find_row(run, start_case("memory", 1000), "fresh process", "SunX509");
  if (lazy != nullptr && eager != nullptr) {
    targets.push_back({"PKIX over 1000 keys: memory, times that of SunX509, which decrypts all",
                       true, kOfDecrypted, paired_ratio(lazy->samples, eager->samples).value});
  }
  return targets;
}

}  // namespace keyrack::bench
