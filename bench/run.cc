// SPDX-License-Identifier: Apache-2.0
#include "bench/run.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include "bench/machine.h"

namespace keyrack::bench {

namespace {

template <typename Value>
Value value_of(const Parameters& parameters, std::string_view name) {
  for (const Parameter& parameter : parameters) {
    if (parameter.name != name) continue;
    if (const Value* const value = std::get_if<Value>(&parameter.value)) return *value;
  }
  return {};
}

}  // namespace

std::string text_of(const Parameters& parameters, std::string_view name) {
  return value_of<std::string>(parameters, name);
}

std::int64_t number_of(const Parameters& parameters, std::string_view name) {
  return value_of<std::int64_t>(parameters, name);
}

BenchRun start_run(std::string bench) {
  BenchRun run;
  run.bench = std::move(bench);
  run.date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  run.machine = this_machine();
  run.versions = own_versions();
  return run;
}

void summarize(BenchRun& run) {
  for (Row& row : run.rows) {
    row.median = median(row.samples);
    row.p10 = quantile(row.samples, 0.1);
    const Row* const baseline = find_row(run, row.parameters, row.phase, row.baseline);
    if (baseline != nullptr) row.ratio = paired_ratio(row.samples, baseline->samples);
  }
}

const Row* find_row(const BenchRun& run, const Parameters& parameters, std::string_view phase,
                    std::string_view variant) {
  for (const Row& row : run.rows) {
    if (row.variant == variant && row.phase == phase && row.parameters == parameters) return &row;
  }
  return nullptr;
}

std::string describe_case(const Parameters& parameters) {
  std::string text;
  for (const Parameter& parameter : parameters) {
    if (!text.empty()) text += ' ';
    text += parameter.name + '=';
    std::visit([&](const auto& value) { text += fmt::format("{}", value); }, parameter.value);
  }
  return text;
}

}  // namespace keyrack::bench
