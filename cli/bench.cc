// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/bench_options.h"
#include "bench/comparison.h"
#include "bench/context_bench.h"
#include "bench/handshake_bench.h"
#include "bench/html_report.h"
#include "bench/progress.h"
#include "bench/run_json.h"
#include "bench/trust_bench.h"
#include "bytes/byte_view.h"
#include "cli/command.h"
#include "cli/input.h"
#include "cli/output_file.h"
#include "cli/run_view.h"

namespace keyrack::cli {
namespace {

using Runner = bench::BenchRun (*)(const bench::BenchOptions&, bench::Progress&);

struct BenchCommand {
  bench::BenchOptions options;
  std::vector<std::string> peers;
  std::string json_file;
  std::string html_file;
};

bench::PeerPaths parse_peers(const std::vector<std::string>& texts) {
  bench::PeerPaths peers;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == text.size()) {
      throw CommandFailure(ExitCode::kUsage, "--peer: write NAME=PATH, not '" + text + "'");
    }
    peers[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return peers;
}

void run_bench(BenchCommand& command, Runner run) {
  command.options.peers = parse_peers(command.peers);
  bench::BenchRun result;
  {
    bench::Progress progress;
    result = run(command.options, progress);
  }
  if (command.json_file == "-") {
    print_json(bench::to_json(result));
  } else {
    fmt::print("{}", render_run(result));
  }
  if (!command.json_file.empty() && command.json_file != "-") {
    write_output(command.json_file, bench::to_json(result).dump(1) + "\n");
  }
  if (!command.html_file.empty()) {
    write_output(command.html_file, bench::html_report({result}));
  }
}

// What every benchmark takes; the rest of its options are added to what this returns.
struct Measuring {
  CLI::App* command;
  std::shared_ptr<BenchCommand> state;
};
Measuring add_measuring(CLI::App& group, const std::string& name, const std::string& description,
                        Runner run) {
  CLI::App* const command = group.add_subcommand(name, description);
  const auto state = std::make_shared<BenchCommand>();
  command->add_option("--samples", state->options.counts.steady, "Samples in the steady state")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--json", state->json_file,
                      "Save every sample ('-': standard output, instead of the table)");
  command->add_option("--html", state->html_file, "Write a page with charts");
  set_example(*command, fmt::format("keyrack bench {} --json new.json --html report.html", name));
  command->callback([state, run] { run_bench(*state, run); });
  return {command, state};
}

void add_bundle(const Measuring& measuring) {
  measuring.command->add_option("--bundle", measuring.state->options.bundle_file,
                                "Bundle to trust; the machine's own by default");
}

void add_context(CLI::App& group) {
  const auto [command, state] = add_measuring(
      group, "context", "What making a TLS context costs (Node.js pull request 56301)",
      bench::run_context_bench);
  add_bundle({command, state});
  command->add_option("--fresh-samples", state->options.counts.fresh, "Samples in fresh processes")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command
      ->add_option("--peer", state->peers,
                   "Program to measure as well: node=PATH, bun=PATH; those on the PATH are found")
      ->allow_extra_args(false);
}

void add_trust(CLI::App& group) {
  const auto [command, state] =
      add_measuring(group, "trust", "What opening, attaching, using and keeping a bundle costs",
                    bench::run_trust_bench);
  add_bundle({command, state});
  command
      ->add_option("--contexts", state->options.context_counts,
                   "Numbers of contexts whose memory is measured")
      ->delimiter(',')
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
}

void add_handshake(CLI::App& group) {
  const auto [command, state] = add_measuring(
      group, "handshake", "What a key manager costs a handshake (OpenJDK pull request 17956)",
      bench::run_handshake_bench);
  command->add_option("--key", state->options.server_key, "What the server presents")
      ->check(CLI::IsMember({"p256", "rsa2048"}))
      ->capture_default_str();
  command
      ->add_option("--peer", state->peers,
                   "Program to measure as well: java=PATH; one on the PATH is found")
      ->allow_extra_args(false);
  command
      ->add_option("--threads", state->options.threads, "Threads that shake hands at the same time")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  command
      ->add_option("--entries", state->options.key_counts,
                   "Numbers of entries that starting a server is measured with")
      ->delimiter(',')
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
}

bench::BenchRun read_run(const std::string& path) {
  const Input input = value_or_fail(read_input(path));
  auto json = nlohmann::ordered_json::parse(as_text(input.bytes), nullptr, false);
  Result<bench::BenchRun> run = bench::run_from_json(json);
  if (!run) {
    throw CommandFailure(ExitCode::kUnreadable, input.name + ": " + run.error().message);
  }
  return std::move(*run);
}

void add_compare(CLI::App& group) {
  CLI::App* const command =
      group.add_subcommand("compare", "Compare two saved runs as Node.js's compare.js does");
  struct Options {
    std::string before;
    std::string after;
    bool as_json = false;
  };
  const auto options = std::make_shared<Options>();
  command->add_option("OLD", options->before, "Saved with --json")->required();
  command->add_option("NEW", options->after, "Saved with --json")->required();
  command->add_flag("--json", options->as_json, "Print JSON for a program");
  set_example(*command, "keyrack bench compare old.json new.json");
  command->callback([options] {
    const auto comparisons =
        bench::compare_runs(read_run(options->before), read_run(options->after));
    if (comparisons.empty()) {
      throw CommandFailure(ExitCode::kUnreadable, "the two runs have no row in common");
    }
    if (options->as_json) {
      print_json(
          {{"schema_version", kSchemaVersion}, {"comparisons", bench::to_json(comparisons)}});
    } else {
      fmt::print("{}", bench::render_comparisons(comparisons));
    }
  });
}

}  // namespace

void add_bench(CLI::App& app, ExitCode& exit_code) {
  CLI::App* const group =
      app.add_subcommand("bench", "Measure keyrack beside plain OpenSSL and other programs");
  group->require_subcommand(1);
  set_example(*group, "keyrack bench context --peer bun=/opt/bun/bin/bun --html report.html");
  add_context(*group);
  add_trust(*group);
  add_bench_preload(*group, exit_code);
  add_handshake(*group);
  add_compare(*group);
}

}  // namespace keyrack::cli
