// SPDX-License-Identifier: Apache-2.0
#include "bench/context_bench.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>

#include "bench/context_case.h"
#include "bench/context_maker.h"
#include "bench/context_targets.h"
#include "bench/context_worker.h"
#include "bench/environment.h"
#include "bench/failure.h"
#include "bench/material.h"

namespace keyrack::bench {
namespace {

const std::vector<std::string> kPeerNames{"node", "bun"};
const std::vector<std::string> kOwnVariants{"bare", "openssl-old", "openssl-pr", "keyrack"};

class ContextBench {
 public:
  ContextBench(const BenchOptions& options, Progress& progress)
      : options_(options), progress_(progress), run_(start_run("context")) {
    remove_trust_variables();
    Bundle bundle = load_bundle(options.bundle_file);
    run_.versions.emplace_back("bundle", bundle.description);
    inputs_ = ContextInputs::make(std::move(bundle.pem));
    inputs_.save(folder_);
    peers_ = find_peers(kPeerNames, options.peers, run_);
    for (const Peer& peer : peers_) run_.versions.emplace_back(peer.name, version_of(peer));
  }

  BenchRun run() {
    for (const auto& [ca, n] : {std::pair{"0", 1}, {"0", 5}, {"1", 1}, {"1", 5}, {"bundle", 1}}) {
      measure_first_call(ca, n);
    }
    for (const SteadyCase& steady : steady_context_cases()) measure_steady(steady);
    summarize(run_);
    run_.targets = context_targets(run_);
    return std::move(run_);
  }

 private:
  std::string version_of(const Peer& peer) const {
    const ContextWorker worker(folder_, "0", peer.name, peers_);
    const auto versions = nlohmann::json::parse(worker.versions(), nullptr, false);
    if (!versions.is_object()) throw Failure(peer.path + " does not tell its version");
    std::string version = versions.value(peer.name, "unknown");
    for (const char* const library : {"boringssl", "openssl"}) {
      if (versions.contains(library)) {
        return version + ", " + library + " " + versions.value(library, "");
      }
    }
    return version;
  }

  void measure_first_call(const std::string& ca, int n) {
    const ContextCase which{ca, ca == "0" ? Seen::kAbsent : Seen::kNever, Seen::kNever};
    std::vector<std::string> names = kOwnVariants;
    for (const Peer& peer : peers_) names.push_back(peer.name);
    std::vector<Variant> variants;
    for (const std::string& name : names) {
      variants.push_back(
          {name, [&, name] { return ContextWorker(folder_, ca, name, peers_).sample_us(n); }});
    }
    append(alternate({parameters_of(which, n), "first call", "us", "bare"}, variants,
                     options_.counts.fresh, Before::kNothing, progress_));
  }

  void measure_steady(const SteadyCase& steady) {
    std::vector<Variant> variants;
    for (const std::string& name : kOwnVariants) {
      if (!steady.every_variant && name.starts_with("openssl")) continue;
      const std::shared_ptr maker = make_context_maker(name, steady.which, inputs_);
      variants.push_back({name, [maker] {
                            maker->prepare();
                            const double us = time_us([&] { maker->make(); });
                            maker->release();
                            return us;
                          }});
    }
    if (steady.every_variant) {
      for (const Peer& peer : peers_) {
        const auto worker =
            std::make_shared<ContextWorker>(folder_, steady.which.ca, peer.name, peers_);
        variants.push_back({peer.name, [worker] { return worker->sample_us(1); }});
      }
    }
    append(alternate({parameters_of(steady.which), "steady", "us", "bare"}, variants,
                     options_.counts.steady, Before::kOneRun, progress_));
  }

  void append(std::vector<Row> rows) {
    std::move(rows.begin(), rows.end(), std::back_inserter(run_.rows));
  }

  const BenchOptions& options_;
  Progress& progress_;
  BenchRun run_;
  ScratchFolder folder_;
  ContextInputs inputs_;
  std::vector<Peer> peers_;
};

}  // namespace

BenchRun run_context_bench(const BenchOptions& options, Progress& progress) {
  return ContextBench(options, progress).run();
}

}  // namespace keyrack::bench
