// SPDX-License-Identifier: Apache-2.0
#include "bench/trust_targets.h"

#include <fmt/format.h>

#include <algorithm>

namespace keyrack::bench {
namespace {

void add_index_target(const BenchRun& run, std::vector<Target>& targets) {
  const Parameters which{{"operation", "index"}, {"source", "text never seen"}};
  const Row* const openssl = find_row(run, which, "steady", "openssl");
  const Row* const keyrack = find_row(run, which, "steady", "keyrack");
  if (openssl == nullptr || keyrack == nullptr) return;
  targets.push_back({"index of the bundle, text never seen: times faster than X509_STORE_load_file",
                     false, 300, paired_ratio(openssl->samples, keyrack->samples).value});
}

void add_thread_target(const BenchRun& run, std::vector<Target>& targets) {
  const auto row = [&](int threads) {
    return find_row(run, Parameters{{"operation", "look-up"}, {"threads", threads}}, "steady",
                    "keyrack");
  };
  if (row(1) == nullptr || row(2) == nullptr) return;
  targets.push_back({"look-ups with 2 threads: times the rate with 1", false, 1.8,
                     paired_ratio(row(2)->samples, row(1)->samples).value});
}

// KiB: a parsed certificate of a bundle takes about 6, so that below this none was kept.
constexpr double kLessThanACertificate = 4;

void add_memory_target(const BenchRun& run, std::vector<Target>& targets) {
  std::int64_t most = 1;
  for (const Row& row : run.rows) {
    if (row.unit == "KiB") most = std::max(most, number_of(row.parameters, "contexts"));
  }
  const auto growth = [&](const char* variant) {
    const auto median_of = [&](std::int64_t contexts) {
      const Row* const row =
          find_row(run, Parameters{{"operation", "memory"}, {"contexts", contexts}},
                   "fresh process", variant);
      return row == nullptr ? 0 : row->median;
    };
    return (median_of(most) - median_of(1)) / static_cast<double>(most - 1);
  };
  if (most == 1) return;
  targets.push_back({fmt::format("second to {}th context over one bundle: KiB each, above a bare "
                                 "SSL_CTX",
                                 most),
                     true, kLessThanACertificate, growth("keyrack") - growth("bare")});
}

}  // namespace

std::vector<Target> trust_targets(const BenchRun& run) {
  std::vector<Target> targets;
  add_index_target(run, targets);
  add_thread_target(run, targets);
  add_memory_target(run, targets);
  return targets;
}

}  // namespace keyrack::bench
