// SPDX-License-Identifier: Apache-2.0
#include "bench/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace keyrack::bench {
namespace {

using ::testing::HasSubstr;

Row row(std::string variant, std::vector<double> samples, std::string unit = "us") {
  return {{{"ca", "1"}}, std::move(variant), "steady", std::move(unit), std::move(samples), "bare"};
}

TEST(Comparison, ImprovementIsThatOfTheMeanRate) {
  // 100 us are 10,000 a second; 50 us are 20,000.
  const BenchRun run{.bench = "context",
                     .rows = {row("old", {100, 100, 100}), row("new", {50, 50, 50})}};
  const auto comparisons = compare_variants(run, "old", "new");
  ASSERT_EQ(comparisons.size(), 1u);
  EXPECT_NEAR(comparisons[0].improvement, 100, 1e-9);
  EXPECT_EQ(comparisons[0].stars, "***");
  EXPECT_EQ(comparisons[0].name, "context ca=1 [steady]");
}

TEST(Comparison, StarsFollowThePValue) {
  // R's data set "sleep" has p = .079 (no star); shifted by half it is below .05.
  const std::vector<double> a{2.7, 0.4, 1.8, 0.8, 1.9, 5.4, 5.7, 2.8, 2.0, 4.0};
  const std::vector<double> b{3.9, 2.8, 3.1, 2.1, 1.9, 6.4, 7.5, 3.6, 6.6, 5.4};
  std::vector<double> shifted = b;
  for (double& value : shifted) value += 0.5;
  const auto stars = [&](const std::vector<double>& other) {
    const BenchRun run{.bench = "trust", .rows = {row("a", a, "1/s"), row("b", other, "1/s")}};
    return compare_variants(run, "a", "b").at(0).stars;
  };
  EXPECT_EQ(stars(b), "");
  EXPECT_EQ(stars(shifted), "*");
}

TEST(Comparison, AccuracyIsHalfTheIntervalInPercentOfTheOldMean) {
  const std::vector<double> a{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};  // mean .75
  const std::vector<double> b{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};
  const BenchRun run{.bench = "trust", .rows = {row("a", a, "1/s"), row("b", b, "1/s")}};
  const Comparison comparison = compare_variants(run, "a", "b").at(0);
  EXPECT_NEAR(comparison.accuracy[0], 1.7854832 / 0.75 * 100, 1e-4);
  EXPECT_LT(comparison.accuracy[0], comparison.accuracy[1]);
  EXPECT_LT(comparison.accuracy[1], comparison.accuracy[2]);
}

TEST(Comparison, RunsAreComparedWhereBothHaveTheRow) {
  const BenchRun before{.bench = "context",
                        .rows = {row("bare", {1, 2, 3}), row("node", {5, 6, 7})}};
  const BenchRun after{.bench = "context", .rows = {row("bare", {1, 2, 3}), row("bun", {5, 6, 7})}};
  const auto comparisons = compare_runs(before, after);
  ASSERT_EQ(comparisons.size(), 1u);
  EXPECT_EQ(comparisons[0].improvement, 0);
}

TEST(Comparison, RowsOfOneSampleSayNothing) {
  const BenchRun run{.bench = "trust", .rows = {row("a", {1}, "KiB"), row("b", {2}, "KiB")}};
  EXPECT_TRUE(compare_variants(run, "a", "b").empty());
}

TEST(Comparison, TableHasTheColumnsOfCompareJsAndTheNote) {
  const BenchRun run{.bench = "context",
                     .rows = {row("old", {100, 101, 99}), row("new", {50, 51, 49})}};
  const std::string table = render_comparisons(compare_variants(run, "old", "new"));
  EXPECT_THAT(table, HasSubstr("confidence  improvement  accuracy (*)       (**)      (***)"));
  EXPECT_THAT(table, HasSubstr("0.05 false positives at a risk of   5 % (*, **, ***)"));
}

}  // namespace
}  // namespace keyrack::bench
