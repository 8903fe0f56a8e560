// SPDX-License-Identifier: Apache-2.0
#include "cli/run_view.h"

#include <fmt/format.h>

#include "bench/comparison.h"
#include "bench/quantity.h"
#include "bench/run_sections.h"
#include "cli/jmh_table.h"
#include "cli/table.h"

namespace keyrack::cli {
namespace {

using bench::BenchRun;
using bench::format_number;
using bench::format_quantity;
using bench::Row;

std::string render_header(const BenchRun& run) {
  std::string text =
      fmt::format("{}\n{}, {} processors, {}\n", paint(bench::title_of(run), Tone::kStrong),
                  run.machine.model, run.machine.cpus, run.machine.os);
  for (const auto& [name, version] : run.versions) text += fmt::format("{} {}; ", name, version);
  return text + run.date + "\n";
}

Table new_table(const Row& first) {
  return Table({{"  variant"},
                {"median", Align::kRight},
                {"p10", Align::kRight},
                {"ratio to " + first.baseline, Align::kRight},
                {"95 % interval", Align::kRight},
                {"samples", Align::kRight}});
}

void add_row(const Row& row, Table& table) {
  const Tone tone = row.variant == "keyrack" ? Tone::kStrong : Tone::kPlain;
  table.add({{"  " + row.variant, tone},
             {format_quantity(row.median, row.unit), tone},
             {format_quantity(row.p10, row.unit)},
             {row.ratio ? format_number(row.ratio->value) : "", tone},
             {row.ratio ? fmt::format("{} - {}", format_number(row.ratio->low),
                                      format_number(row.ratio->high))
                        : ""},
             {std::to_string(row.samples.size())}});
}

std::string render_section(const bench::Section& section) {
  std::string text = "\n" + paint(section.title, Tone::kStrong) + "\n";
  if (is_handshake_rate(*section.rows.front())) return text + render_jmh_table(section.rows);
  Table table = new_table(*section.rows.front());
  const Row* previous = nullptr;
  for (const Row* const row : section.rows) {
    if (previous == nullptr || !bench::is_same_case(*previous, *row)) {
      table.add({{bench::describe_case(row->parameters), Tone::kSoft}});
    }
    add_row(*row, table);
    previous = row;
  }
  return text + table.render();
}

std::string render_targets(const BenchRun& run) {
  if (run.targets.empty()) return {};
  Table table({{"target"}, {"wanted", Align::kRight}, {"measured", Align::kRight}, {"verdict"}});
  for (const bench::Target& target : run.targets) {
    table.add(
        {{target.what},
         {fmt::format("{} {}", target.is_upper_limit ? "<=" : ">=", format_number(target.limit))},
         {format_number(target.measured)},
         {target.is_met() ? "met" : "missed", target.is_met() ? Tone::kGood : Tone::kBad}});
  }
  return "\n" + table.render();
}

}  // namespace

std::string render_run(const BenchRun& run) {
  std::string text = render_header(run);
  for (const bench::Section& section : bench::sections_of(run)) text += render_section(section);
  for (const auto& [before, after] : bench::comparisons_of(run)) {
    text +=
        fmt::format("\n{}\n{}", paint(fmt::format("{} against {}", after, before), Tone::kStrong),
                    bench::render_comparisons(bench::compare_variants(run, before, after)));
  }
  text += render_targets(run);
  for (const std::string& note : run.notes) text += fmt::format("\n{}\n", note);
  return text;
}

}  // namespace keyrack::cli
