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
  std::string floor_bundle;  // empty: no floor is measured
  std::string floor_file;    // what takes its place
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
  std::vector<double> floor = {};  // empty when it was not asked for

  double ratio() const { return bench::paired_ratio(without, with).value; }
  // What the ratio would be if loading the bundle cost nothing.
  double floor_ratio() const { return bench::paired_ratio(without, floor).value; }
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
  const Invocation plain{options.words, {}};
  const Invocation preloaded{options.words, {"LD_PRELOAD=" + with_preload(preload_library())}};
  Measured measured;
  measured.exit_status = run_and_measure(plain).exit_status;  // warms caches
  const auto sample = [&measured](const Invocation& invocation,
                                  std::vector<double> Row::* samples) {
    const RunCost cost = run_and_measure(invocation);
    measured.is_same_exit = measured.is_same_exit && cost.exit_status == measured.exit_status;
    for (Row& row : measured.rows) (row.*samples).push_back(cost.*row.quantity);
  };
  for (int i = 0; i < options.samples; ++i) {
    sample(plain, &Row::without);
    sample(preloaded, &Row::with);
    if (options.floor_bundle.empty()) continue;
    sample(with_replaced(plain, options.floor_bundle, options.floor_file), &Row::floor);
  }
  measured.counts = count_preloaded(preloaded);
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
    if (options.floor_bundle.empty()) continue;
    rows.back()["floor"] = row.floor;
    rows.back()["floor_ratio"] = row.floor_ratio();
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

std::string in_unit(const std::vector<double>& samples, const char* unit) {
  return fmt::format("{:.2f} {}", bench::median(samples), unit);
}

void print_as_text(const Options& options, const Measured& measured) {
  std::vector<Table::Column> columns{
      {""}, {"without", Align::kRight}, {"with preload", Align::kRight}, {"ratio", Align::kRight}};
  if (!options.floor_bundle.empty()) {
    columns.push_back({"floor", Align::kRight});
    columns.push_back({"highest ratio", Align::kRight});
  }
  Table table(columns);
  for (const Row& row : measured.rows) {
    std::vector<Cell> cells{{row.name},
                            {in_unit(row.without, row.unit)},
                            {in_unit(row.with, row.unit)},
                            {fmt::format("{:.2f}", row.ratio()), Tone::kStrong}};
    if (!options.floor_bundle.empty()) {
      cells.push_back({in_unit(row.floor, row.unit)});
      cells.push_back({fmt::format("{:.2f}", row.floor_ratio())});
    }
    table.add(cells);
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
  CLI::Option* const floor = command->add_option("--floor", options->floor_file,
                                                 "Run it a third time without, and with this file "
                                                 "in the place of --bundle: what it costs when "
                                                 "there is next to nothing to load");
  CLI::Option* const bundle = command->add_option("--bundle", options->floor_bundle,
                                                  "The name of a bundle as the program's arguments "
                                                  "or variables have it, for --floor");
  floor->needs(bundle);
  bundle->needs(floor);
  command->add_flag("--json", options->as_json, "Print JSON for a program");
  set_example(*command, "keyrack bench preload -- curl -so /dev/null https://example.org/");
  command->callback([options, &exit_code] {
    const Measured measured = measure(*options);
    options->as_json ? print_as_json(*options, measured) : print_as_text(*options, measured);
    exit_code = measured.is_same_exit ? ExitCode::kFine : ExitCode::kFinding;
  });
}

}  // namespace keyrack::cli
