// SPDX-License-Identifier: Apache-2.0
// Two sets of samples side by side, in the form that Node.js's benchmark/compare.js made familiar:
// rates, Welch's two-sided t-test, stars.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "bench/run.h"

namespace keyrack::bench {

struct Comparison {
  std::string name;
  std::string stars;  // "", "*", "**" or "***": p below .05, .01, .001
  double p = 1;
  double improvement = 0;            // of the mean rate, in percent of the old one
  std::array<double, 3> accuracy{};  // half of its 95, 99 and 99.9 % intervals, in percent
};

// Rows that both runs have: same case, phase and variant, with two samples or more.
std::vector<Comparison> compare_runs(const BenchRun& before, const BenchRun& after);

// Two variants of one run, in every case that has both.
std::vector<Comparison> compare_variants(const BenchRun& run, std::string_view before,
                                         std::string_view after);

// The table, with the note on what many comparisons do to a risk.
std::string render_comparisons(const std::vector<Comparison>& comparisons);

}  // namespace keyrack::bench
