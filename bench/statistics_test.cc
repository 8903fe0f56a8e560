// SPDX-License-Identifier: Apache-2.0
#include "bench/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "bench/distributions.h"

namespace keyrack::bench {
namespace {

TEST(Distributions, IncompleteBetaAgreesWithItsClosedForms) {
  // I_x(2, 3) is a binomial sum, I_x(1/2, 1/2) an arc sine.
  EXPECT_NEAR(incomplete_beta(2, 3, 0.5), 11.0 / 16, 1e-12);
  EXPECT_NEAR(incomplete_beta(0.5, 0.5, 0.25), 1.0 / 3, 1e-12);
  EXPECT_NEAR(incomplete_beta(0.5, 0.5, 0.999), 2 / M_PI * std::asin(std::sqrt(0.999)), 1e-12);
  EXPECT_EQ(incomplete_beta(3, 4, 0), 0);
  EXPECT_EQ(incomplete_beta(3, 4, 1), 1);
}

TEST(Distributions, IncompleteBetaHoldsForManySamples) {
  // I_x(a, b) + I_{1-x}(b, a) = 1, and the median of a symmetric distribution is its middle.
  EXPECT_NEAR(incomplete_beta(5000, 5000, 0.5), 0.5, 1e-9);
  EXPECT_NEAR(incomplete_beta(200, 0.5, 0.99) + incomplete_beta(0.5, 200, 0.01), 1, 1e-12);
}

TEST(Distributions, CriticalValuesAreThoseOfThePrintedTables) {
  EXPECT_NEAR(student_critical_t(0.95, 1), 12.7062, 1e-4);
  EXPECT_NEAR(student_critical_t(0.95, 10), 2.2281, 1e-4);
  EXPECT_NEAR(student_critical_t(0.99, 5), 4.0321, 1e-4);
  EXPECT_NEAR(student_critical_t(0.999, 30), 3.6460, 1e-4);
  EXPECT_NEAR(student_two_sided_p(2.228138852, 10), 0.05, 1e-9);
}

TEST(Distributions, SignTestRanksAreThoseOfThePrintedTables) {
  EXPECT_EQ(sign_test_rank(5, 0.025), 0u);
  EXPECT_EQ(sign_test_rank(6, 0.025), 1u);
  EXPECT_EQ(sign_test_rank(10, 0.025), 2u);
  EXPECT_EQ(sign_test_rank(20, 0.025), 6u);
}

TEST(Statistics, QuantilesInterpolateBetweenRanks) {
  const std::vector<double> samples{4, 1, 3, 2};
  EXPECT_EQ(median(samples), 2.5);
  EXPECT_EQ(quantile(samples, 0), 1);
  EXPECT_EQ(quantile(samples, 1), 4);
  EXPECT_NEAR(quantile(samples, 0.1), 1.3, 1e-12);
  EXPECT_EQ(median({}), 0);
}

// R's data set "sleep" (Student 1908), of which ?t.test prints the result.
const std::vector<double> kSleepOne{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
const std::vector<double> kSleepTwo{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

TEST(Statistics, WelchTestAgreesWithR) {
  const WelchTest test = welch_test(kSleepOne, kSleepTwo);
  EXPECT_NEAR(test.t, -1.8608, 1e-4);
  EXPECT_NEAR(test.degrees_of_freedom, 17.776, 1e-3);
  EXPECT_NEAR(test.p, 0.07939, 1e-5);
  const double half_width = student_critical_t(0.95, test.degrees_of_freedom) * test.standard_error;
  EXPECT_NEAR(half_width, (0.2054832 + 3.3654832) / 2, 1e-6);
}

TEST(Statistics, WelchTestOfConstantSamplesIsDecided) {
  const std::vector<double> ones{1, 1, 1};
  const std::vector<double> twos{2, 2, 2};
  EXPECT_EQ(welch_test(ones, ones).p, 1);
  EXPECT_EQ(welch_test(ones, twos).p, 0);
}

TEST(Statistics, WelchTestOfTooFewSamplesFindsNothing) {
  EXPECT_EQ(welch_test(std::vector<double>{1}, std::vector<double>{2, 3}).p, 1);
}

TEST(Statistics, RatioComparesSamplePairsAndIgnoresCommonDrift) {
  // The machine became ten times slower half way; the variant took twice the baseline throughout.
  const std::vector<double> baseline{1, 1, 1, 1, 10, 10, 10, 10};
  const std::vector<double> samples{2, 2, 2, 2, 20, 20, 20, 20};
  const Ratio ratio = paired_ratio(samples, baseline);
  EXPECT_EQ(ratio.value, 2);
  EXPECT_EQ(ratio.low, 2);
  EXPECT_EQ(ratio.high, 2);
}

TEST(Statistics, IntervalOfRatioIsThatOfTheSignTest) {
  std::vector<double> samples;
  for (int i = 1; i <= 10; ++i) samples.push_back(i);
  const Ratio ratio = paired_ratio(samples, std::vector<double>(10, 1.0));
  EXPECT_EQ(ratio.value, 5.5);
  EXPECT_EQ(ratio.low, 2);
  EXPECT_EQ(ratio.high, 9);
}

}  // namespace
}  // namespace keyrack::bench
