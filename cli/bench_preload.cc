// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/statistics.h"
#include "cli/command.h"
#include "cli/preload_library.h"
#include "cli/preloaded_run.h"
#include "cli/table.h"

namespace keyrack::cli {
namespace {

struct Options {
  std::vector<std::string> words;
  int samples = 10;
  bool as_json = false;
};

// One quantity of all runs, in the order in which they were made.
struct Row {
  const char* name;
  const char* unit;
  double RunCost::* quantity;
  std::vector<double> without = {};
  std::vector<double> with = {};

  double ratio() const { return bench::paired_ratio(without, with).value; }
};

struct Measured {
  std::vector<Row> rows{{"time", "ms", &RunCost::wall_ms},
                        {"cpu", "ms", &RunCost::cpu_ms},
                        {"peak memory", "MiB", &RunCost::peak_mib}};
  int exit_status = 0;
  bool is_same_exit = true;
  std::optional<PreloadCounts> counts;
};

Measured measure(const Options& options) {
  const std::string preload = with_preload(preload_library());
  Measured measured;
  measured.exit_status = run_and_measure(options.words, {}).exit_status;  // warms caches
  for (int i = 0; i < options.samples; ++i) {
    const RunCost without = run_and_measure(options.words, {});
    const RunCost with = run_and_measure(options.words, preload);
    measured.is_same_exit = measured.is_same_exit && without.exit_status == measured.exit_status &&
                            with.exit_status == measured.exit_status;
    for (Row& row : measured.rows) {
      row.without.push_back(without.*row.quantity);
      row.with.push_back(with.*row.quantity);
    }
  }
  measured.counts = count_preloaded(options.words, preload);
  return measured;
}

void print_as_json(const Options& options, const Measured& measured) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Row& row : measured.rows) {
    rows.push_back({{"name", row.name},
                    {"unit", row.unit},
                    {"without", row.without},
                    {"with", row.with},
                    {"ratio", row.ratio()}});
  }
  nlohmann::ordered_json counts;
  if (measured.counts) {
    counts = {{"indexed", measured.counts->indexed}, {"parsed", measured.counts->parsed}};
  }
  print_json({{"schema_version", kSchemaVersion},
              {"command", options.words},
              {"exit_status", measured.exit_status},
              {"same_exit_status", measured.is_same_exit},
              {"rows", rows},
              {"certificates", counts}});
}

void print_as_text(const Options& options, const Measured& measured) {
  Table table({{""},
               {"without", Align::kRight},
               {"with preload", Align::kRight},
               {"ratio", Align::kRight}});
  for (const Row& row : measured.rows) {
    table.add({{row.name},
               {fmt::format("{:.2f} {}", bench::median(row.without), row.unit)},
               {fmt::format("{:.2f} {}", bench::median(row.with), row.unit)},
               {fmt::format("{:.2f}", row.ratio()), Tone::kStrong}});
  }
  fmt::print("{} ({} runs each, medians)\n{}", printable(options.words[0]), options.samples,
             table.render(2));
  if (measured.counts) {
    fmt::print("  {} certificates indexed, {} parsed\n", measured.counts->indexed,
               measured.counts->parsed);
  } else {
    fmt::print("  the preload library had nothing to do: {}\n",
               "the program loads no bundle, or not with the system's OpenSSL 3");
  }
  fmt::print("  exit status {}{}\n", measured.exit_status,
             measured.is_same_exit ? "" : ", but not always");
}

}  // namespace

void add_bench_preload(CLI::App& group, ExitCode& exit_code) {
  CLI::App* const command = group.add_subcommand(
      "preload", "Run a program with the preload library and without, in turns");
  const auto options = std::make_shared<Options>();
  command->add_option("PROGRAM", options->words, "After '--': the program and its arguments")
      ->required();
  command->add_option("--samples", options->samples, "Runs with it and without")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_flag("--json", options->as_json, "Print JSON for a program");
  set_example(*command, "keyrack bench preload -- curl -so /dev/null https://example.org/");
  command->callback([options, &exit_code] {
    const Measured measured = measure(*options);
    options->as_json ? print_as_json(*options, measured) : print_as_text(*options, measured);
    exit_code = measured.is_same_exit ? ExitCode::kFine : ExitCode::kFinding;
  });
}

}  // namespace keyrack::cli
