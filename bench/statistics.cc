// SPDX-License-Identifier: Apache-2.0
#include "bench/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

#include "bench/distributions.h"

namespace keyrack::bench {
namespace {

std::vector<double> sorted(Samples samples) {
  std::vector<double> copy(samples.begin(), samples.end());
  std::sort(copy.begin(), copy.end());
  return copy;
}

}  // namespace

double mean(Samples samples) {
  if (samples.empty()) return 0;
  return std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
}

double sample_variance(Samples samples) {
  if (samples.size() < 2) return 0;
  const double centre = mean(samples);
  double sum = 0;
  for (const double sample : samples) sum += (sample - centre) * (sample - centre);
  return sum / static_cast<double>(samples.size() - 1);
}

double quantile(Samples samples, double q) {
  if (samples.empty()) return 0;
  const std::vector<double> ordered = sorted(samples);
  const double position = q * static_cast<double>(ordered.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, ordered.size() - 1);
  return ordered[below] +
         (position - static_cast<double>(below)) * (ordered[above] - ordered[below]);
}

Ratio paired_ratio(Samples samples, Samples baseline) {
  std::vector<double> quotients;
  const std::size_t pairs = std::min(samples.size(), baseline.size());
  for (std::size_t i = 0; i < pairs; ++i) {
    if (baseline[i] > 0) quotients.push_back(samples[i] / baseline[i]);
  }
  if (quotients.empty()) return {};
  std::sort(quotients.begin(), quotients.end());
  const std::size_t rank = std::max<std::size_t>(sign_test_rank(quotients.size(), 0.025), 1);
  return {median(quotients), quotients[rank - 1], quotients[quotients.size() - rank]};
}

WelchTest welch_test(Samples a, Samples b) {
  if (a.size() < 2 || b.size() < 2) return {};
  const double error_a = sample_variance(a) / static_cast<double>(a.size());
  const double error_b = sample_variance(b) / static_cast<double>(b.size());
  const double difference = mean(a) - mean(b);
  WelchTest test;
  test.standard_error = std::sqrt(error_a + error_b);
  if (test.standard_error == 0) {
    test.degrees_of_freedom = static_cast<double>(a.size() + b.size() - 2);
    test.t =
        difference == 0 ? 0 : std::copysign(std::numeric_limits<double>::infinity(), difference);
  } else {
    test.degrees_of_freedom = (error_a + error_b) * (error_a + error_b) /
                              (error_a * error_a / static_cast<double>(a.size() - 1) +
                               error_b * error_b / static_cast<double>(b.size() - 1));
    test.t = difference / test.standard_error;
  }
  test.p = student_two_sided_p(test.t, test.degrees_of_freedom);
  return test;
}

}  // namespace keyrack::bench
