// SPDX-License-Identifier: Apache-2.0
// What a benchmark produces: the model behind the table, the JSON file and the HTML page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "bench/statistics.h"

namespace keyrack::bench {

// One parameter of a case: {"ca", "bundle"}, {"n", 1}.
struct Parameter {
  std::string name;
  std::variant<std::int64_t, std::string> value;
  friend bool operator==(const Parameter&, const Parameter&) = default;
};
using Parameters = std::vector<Parameter>;

// The value of the parameter of that name; "" and 0 where there is none of that kind.
std::string text_of(const Parameters& parameters, std::string_view name);
std::int64_t number_of(const Parameters& parameters, std::string_view name);

// "ca=bundle n=1": the case for a person.
std::string describe_case(const Parameters& parameters);

// One variant measured in one case. Samples of rows with the same case and phase that have the
// same index were taken one after the other.
struct Row {
  Parameters parameters;  // of the case
  std::string variant;
  std::string phase;  // "first call", "steady", ...
  std::string unit;   // "us" (microseconds), "1/s" or "KiB"
  std::vector<double> samples;
  std::string baseline;  // the variant that `ratio` refers to; the row's own name for itself

  // Filled in by summarize().
  double median = 0;
  double p10 = 0;
  std::optional<Ratio> ratio = {};
};

// A claim, and what this run says about it.
struct Target {
  std::string what;
  bool is_upper_limit = true;  // measured <= limit is wanted; otherwise measured >= limit
  double limit = 0;
  double measured = 0;
  bool is_met() const { return is_upper_limit ? measured <= limit : measured >= limit; }
};

struct Machine {
  unsigned cpus = 0;
  std::string model;
  std::string os;
};

struct BenchRun {
  std::string bench = {};  // "context", "trust"
  std::string date = {};   // ISO 8601 UTC
  Machine machine = {};
  std::vector<std::pair<std::string, std::string>> versions = {};
  std::vector<Row> rows = {};
  std::vector<Target> targets = {};
  std::vector<std::string> notes = {};  // what was left out and why, in sentences
};

// A run of this machine, now, without rows.
BenchRun start_run(std::string bench);

// Computes each row's median, p10 and ratio to its baseline.
void summarize(BenchRun& run);

// The row of that case, phase and variant; null when there is none.
const Row* find_row(const BenchRun& run, const Parameters& parameters, std::string_view phase,
                    std::string_view variant);

// Whether two rows belong side by side: the same case and phase.
inline bool is_same_case(const Row& a, const Row& b) {
  return a.phase == b.phase && a.unit == b.unit && a.parameters == b.parameters;
}

}  // namespace keyrack::bench
