// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <keyrack/openssl.h>
#include <keyrack/trust_store.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/context_bench.h"
#include "bench/handshake_bench.h"
#include "bench/html_report.h"
#include "bench/material.h"
#include "bench/progress.h"
#include "bench/quantity.h"
#include "bench/sampling.h"
#include "bench/scratch_folder.h"
#include "bench/trust_bench.h"
#include "cli/command.h"
#include "cli/output_file.h"
#include "cli/rotation.h"
#include "cli/run_view.h"
#include "cli/style.h"
#include "cli/verdict.h"

namespace keyrack::cli {
namespace {

constexpr const char* kReportFile = "keyrack-report.html";

void announce(const std::string& step) { fmt::print("\n{}\n", paint("* " + step, Tone::kStrong)); }

// The machine's bundle; the built-in roots where it has none.
TrustStore open_bundle(std::string& name) {
  const std::string file = bench::system_bundle_file();
  name = file.empty() ? "the built-in roots" : file;
  if (file.empty()) return TrustStore::bundled();
  std::optional<TrustStore> store;
  const double us = bench::time_us([&] { store = value_or_fail(TrustStore::from_file(file)); });
  fmt::print("  {}: {} certificates indexed in {}, {} parsed\n", file, store->size(),
             bench::format_quantity(us, "us"), store->parsed());
  return *store;
}

// Whether each certificate of the machine's bundle is one that the built-in roots vouch for.
void verify_bundle(const TrustStore& bundle, const std::string& name) {
  const TrustStore roots = TrustStore::bundled();
  std::size_t verified = 0;
  for (const Certificate& certificate : bundle.certificates()) {
    VerifyRequest request;
    request.chain.emplace_back(value_or_fail(to_x509(certificate)));
    request.purpose = "any";
    verified += verify(request, roots).is_ok() ? 1 : 0;
  }
  fmt::print("  {} of {} certificates of {} verify against the {} built-in roots\n", verified,
             bundle.size(), name, roots.size());
}

bench::BenchRun measure(const char* what,
                        bench::BenchRun (*run)(const bench::BenchOptions&, bench::Progress&)) {
  // Few samples: the whole demonstration takes less than a minute.
  const bench::BenchOptions options{.counts = {.fresh = 5, .steady = 15},
                                    .bundle_file = "",
                                    .peers = {},
                                    .context_counts = {1, 10},
                                    .key_counts = {1, 50}};
  announce(fmt::format("Benchmark: {}", what));
  bench::BenchRun result;
  {
    bench::Progress progress;
    result = run(options, progress);
  }
  result.notes.push_back(
      "A brief run with few samples; 'keyrack bench' takes as many as claims need.");
  fmt::print("{}", render_run(result));
  return result;
}

void run_demo() {
  announce("Indexing the built-in roots and this machine's bundle");
  const BundledRootsInfo info = bundled_roots_info();
  fmt::print("  {} roots are compiled in, from {}, {}\n", info.count, info.package, info.date);
  std::string name;
  const TrustStore bundle = open_bundle(name);
  announce("Verifying it");
  verify_bundle(bundle, name);

  announce("Replacing a server's key under load");
  bench::BenchRun rotation = rotate_under_load();
  for (const std::string& note : rotation.notes) fmt::print("  {}\n", note);

  const std::vector<bench::BenchRun> runs{
      measure("making TLS contexts", bench::run_context_bench),
      measure("opening and using a bundle", bench::run_trust_bench),
      measure("full handshakes", bench::run_handshake_bench), std::move(rotation)};
  write_output(kReportFile, bench::html_report(runs));
  announce(fmt::format("Wrote {}: open it in a browser", kReportFile));
}

}  // namespace

void add_demo(CLI::App& app, ExitCode&) {
  CLI::App* const command = app.add_subcommand(
      "demo", fmt::format("Show what keyrack does on this machine; writes {}", kReportFile));
  set_example(*command, "keyrack demo");
  command->callback(run_demo);
}

}  // namespace keyrack::cli
