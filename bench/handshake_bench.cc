// SPDX-License-Identifier: Apache-2.0
#include "bench/handshake_bench.h"

#include <fmt/format.h>
#include <keyrack/openssl.h>
#include <keyrack/stats.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/child_process.h"
#include "bench/failure.h"
#include "bench/handshake_load.h"
#include "bench/handshake_memory.h"
#include "bench/handshake_targets.h"
#include "bench/peer.h"
#include "bench/scratch_folder.h"

namespace keyrack::bench {
namespace {

struct TlsName {
  const char* name;  // as the JDK calls it; TLS: the newest
  int max_version;
};
constexpr int kJavaHandshakes = 8;     // a sample
constexpr std::size_t kFewStarts = 3;  // samples of what takes seconds
constexpr TlsName kVersions[] = {{"TLSv1.2", TLS1_2_VERSION}, {"TLS", TLS1_3_VERSION}};

class HandshakeBench {
 public:
  HandshakeBench(const BenchOptions& options, BenchRun& run, Progress& progress)
      : options_(options), run_(run), progress_(progress), key_(parse_key(options.server_key)) {}

  void measure() {
    const HandshakeInput one(key_, 1);
    const auto peers = find_peers({"java"}, options_.peers, run_);
    if (!peers.empty() && options_.threads > 1) {
      run_.notes.emplace_back("The JDK is left out: its program shakes hands in one thread.");
    } else if (!peers.empty()) {
      start_java(peers.front(), one);
    }
    for (const bool is_resumed : {false, true}) {
      for (const TlsName& version : kVersions) {
        measure_rate(one, version, is_resumed, {"raw", "SunX509", "PKIX", "PKIX-uncached"},
                     java_variants(version, is_resumed));
      }
    }
    for (const std::size_t entries : options_.key_counts) {
      const HandshakeInput input(key_, entries);
      if (entries > 1) measure_rate(input, kVersions[1], false, {"raw", "PKIX"});
      measure_start(input);
    }
  }

 private:
  static ServerKey parse_key(const std::string& name) {
    if (name == "p256") return ServerKey::kP256;
    if (name == "rsa2048") return ServerKey::kRsa2048;
    throw Failure("a server's key is p256 or rsa2048, not " + name);
  }

  void start_java(const Peer& peer, const HandshakeInput& input) {
    const std::string program =
        scripts_.write("Handshake.java", peer_script("Handshake.java")).string();
    java_ = std::make_unique<ChildProcess>(
        std::vector<std::string>{peer.path, program, input.file().string(), kHandshakePassword});
    run_.versions.emplace_back("java", java_->read_line());
  }

  // The JDK's own managers; none without a JDK.
  std::vector<Variant> java_variants(const TlsName& version, bool is_resumed) {
    std::vector<Variant> variants;
    for (const std::string kind : {"SunX509", "PKIX"}) {
      const std::string question = kind + (is_resumed ? " true " : " false ") + version.name + " " +
                                   std::to_string(kJavaHandshakes);
      variants.push_back({"java-" + kind, [this, question] {
                            return kJavaHandshakes * 1e9 / std::stod(java_->ask(question));
                          }});
    }
    return java_ ? variants : std::vector<Variant>();
  }

  void measure_rate(const HandshakeInput& input, const TlsName& version, bool is_resumed,
                    const std::vector<std::string>& names, std::vector<Variant> peers = {}) {
    std::vector<Variant> variants;
    for (const std::string& name : names) {
      const auto load = std::make_shared<HandshakeLoad>(
          name, input, input.entries(),
          HandshakeShape{version.max_version, is_resumed, options_.threads});
      variants.push_back({name, [load] { return load->rate(); }});
    }
    std::move(peers.begin(), peers.end(), std::back_inserter(variants));
    append(alternate({rate_case(input.entries(), version.name, is_resumed, options_.threads),
                      "steady", "1/s", "raw"},
                     variants, options_.counts.steady, Before::kOneRun, progress_));
  }

  // A new manager, and its first handshake, over a file that this manager has not read.
  void measure_start(const HandshakeInput& input) {
    std::vector<Variant> ready;
    std::vector<Variant> served;
    for (const std::string name : {"PKIX", "SunX509"}) {
      ready.push_back({name, [&input, name] {
                         return time_us([&] { make_handshake_manager(name, input.source()); });
                       }});
      served.push_back(
          {name, [&input, name] { return time_us([&] { HandshakeLoad(name, input, 1); }); }});
    }
    const std::size_t count = std::clamp<std::size_t>(200 / input.entries(), kFewStarts, 20);
    if (count == kFewStarts) {
      run_.notes.push_back(
          fmt::format("Starting with {} entries is measured {} times only: "
                      "SunX509 takes seconds over it.",
                      input.entries(), count));
    }
    append(alternate({start_case("manager ready", input.entries()), "fresh manager", "us", "PKIX"},
                     ready, count, Before::kNothing, progress_));
    append(
        alternate({start_case("first handshake", input.entries()), "fresh manager", "us", "PKIX"},
                  served, count, Before::kNothing, progress_));
    append(measure_key_memory(input, kFewStarts, progress_));
    const std::uint64_t before = stats().kdf_runs;
    HandshakeLoad("PKIX", input, 1);
    run_.targets.push_back(
        {"KDF runs up to the first handshake, " + std::to_string(input.entries()) + " keys", true,
         3, static_cast<double>(stats().kdf_runs - before)});
  }

  void append(std::vector<Row> rows) {
    std::move(rows.begin(), rows.end(), std::back_inserter(run_.rows));
  }

  const BenchOptions& options_;
  BenchRun& run_;
  Progress& progress_;
  ServerKey key_;
  ScratchFolder scripts_;
  std::unique_ptr<ChildProcess> java_;
};

}  // namespace

BenchRun run_handshake_bench(const BenchOptions& options, Progress& progress) {
  BenchRun run = start_run("handshake");
  run.versions.emplace_back("key", options.server_key);
  HandshakeBench(options, run, progress).measure();
  summarize(run);
  for (Target& target : handshake_targets(run, options.threads))
    run.targets.push_back(std::move(target));
  return run;
}

}  // namespace keyrack::bench
