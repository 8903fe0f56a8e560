// SPDX-License-Identifier: Apache-2.0
// What the benchmarks say about their samples. Pure functions over samples in the order they were
// taken.
#pragma once

#include <span>

namespace keyrack::bench {

using Samples = std::span<const double>;

double mean(Samples samples);
double sample_variance(Samples samples);  // divided by n - 1; 0 for fewer than two samples
// The value that a fraction q of the samples does not exceed, interpolated linearly between ranks.
double quantile(Samples samples, double q);
inline double median(Samples samples) { return quantile(samples, 0.5); }

struct Ratio {
  double value = 0;  // the median of sample / baseline, pair by pair
  double low = 0;    // its 95 % interval
  double high = 0;
};

// How many times the baseline a variant took. Samples with the same index were taken one after the
// other, so that what slows the machine down for a while strikes both: their quotients are
// compared, not the medians. The interval is the sign test's, which assumes no distribution; with
// fewer than six pairs it is the whole range.
Ratio paired_ratio(Samples samples, Samples baseline);

// Welch's two-sided t-test that two samples have the same mean.
struct WelchTest {
  double t = 0;
  double degrees_of_freedom = 0;
  double p = 1;
  double standard_error = 0;  // of the difference of the means
};
WelchTest welch_test(Samples a, Samples b);

}  // namespace keyrack::bench
