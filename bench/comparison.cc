// SPDX-License-Identifier: Apache-2.0
#include "bench/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/distributions.h"

namespace keyrack::bench {
namespace {

struct Level {
  double confidence;
  double risk_percent;
  const char* stars;
};
constexpr std::array<Level, 3> kLevels{{{0.95, 5, "*"}, {0.99, 1, "**"}, {0.999, 0.1, "***"}}};

// More is better: operations a second for times, and contexts a MiB for memory.
std::vector<double> rates(const Row& row) {
  std::vector<double> result = row.samples;
  if (row.unit == "1/s") return result;
  const double scale = row.unit == "KiB" ? 1024 : 1e6;
  for (double& value : result) value = scale / std::max(value, 1e-9);
  return result;
}

Comparison compare(std::string name, const Row& before, const Row& after) {
  const std::vector<double> slow = rates(before);
  const std::vector<double> fast = rates(after);
  const WelchTest test = welch_test(fast, slow);
  const double old_mean = mean(slow);

  Comparison comparison{.name = std::move(name), .stars = "", .p = test.p};
  comparison.improvement = (mean(fast) - old_mean) / old_mean * 100;
  for (std::size_t i = 0; i < kLevels.size(); ++i) {
    if (test.p < 1 - kLevels[i].confidence) comparison.stars = kLevels[i].stars;
    comparison.accuracy[i] = student_critical_t(kLevels[i].confidence, test.degrees_of_freedom) *
                             test.standard_error / old_mean * 100;
  }
  return comparison;
}

bool is_comparable(const Row& row) { return row.samples.size() >= 2; }

}  // namespace

std::vector<Comparison> compare_runs(const BenchRun& before, const BenchRun& after) {
  std::vector<Comparison> comparisons;
  for (const Row& row : before.rows) {
    const Row* const other = find_row(after, row.parameters, row.phase, row.variant);
    if (other == nullptr || other->unit != row.unit) continue;
    if (!is_comparable(row) || !is_comparable(*other)) continue;
    comparisons.push_back(
        compare(fmt::format("{} {} {} [{}]", before.bench, describe_case(row.parameters),
                            row.variant, row.phase),
                row, *other));
  }
  return comparisons;
}

std::vector<Comparison> compare_variants(const BenchRun& run, std::string_view before,
                                         std::string_view after) {
  std::vector<Comparison> comparisons;
  for (const Row& row : run.rows) {
    if (row.variant != before) continue;
    const Row* const other = find_row(run, row.parameters, row.phase, after);
    if (other == nullptr || !is_comparable(row) || !is_comparable(*other)) continue;
    comparisons.push_back(
        compare(fmt::format("{} {} [{}]", run.bench, describe_case(row.parameters), row.phase), row,
                *other));
  }
  return comparisons;
}

std::string render_comparisons(const std::vector<Comparison>& comparisons) {
  std::size_t width = 0;
  for (const Comparison& c : comparisons) width = std::max(width, c.name.size());
  std::string text = fmt::format(
      "{:{}}  confidence  improvement  accuracy (*)       (**)      (***)\n", "", width);
  for (const Comparison& c : comparisons) {
    text += fmt::format("{:{}}  {:>10}  {:>9.2f} %", c.name, width, c.stars, c.improvement);
    text +=
        fmt::format("  {:>12} {:>10} {:>10}\n", fmt::format("±{:.2f}%", c.accuracy[0]),
                    fmt::format("±{:.2f}%", c.accuracy[1]), fmt::format("±{:.2f}%", c.accuracy[2]));
  }
  text += fmt::format(
      "\nEach comparison may find a difference by chance, and many find some: of these {}, where\n"
      "nothing has changed, expect about\n",
      comparisons.size());
  for (std::size_t i = 0; i < kLevels.size(); ++i) {
    text += fmt::format("  {:.2f} false positives at a risk of {:>3} % ({})\n",
                        static_cast<double>(comparisons.size()) * kLevels[i].risk_percent / 100,
                        kLevels[i].risk_percent,
                        i == 0   ? "*, **, ***"
                        : i == 1 ? "**, ***"
                                 : "***");
  }
  return text;
}

}  // namespace keyrack::bench
