// SPDX-License-Identifier: Apache-2.0
#include "bench/distributions.h"

#include <cmath>
#include <limits>

namespace keyrack::bench {
namespace {

constexpr double kTiny = 1e-300;  // keeps Lentz's method from dividing by zero

double away_from_zero(double value) { return std::fabs(value) < kTiny ? kTiny : value; }

// The continued fraction of DLMF 8.17.22 by the modified Lentz method; converges quickly for
// x < (a + 1) / (a + b + 2).
double beta_fraction(double a, double b, double x) {
  constexpr int kMaxTerms = 10'000;
  double c = 1;
  double d = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
  double fraction = d;
  for (int m = 1; m <= kMaxTerms; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away_from_zero(1 + even * d);
    c = away_from_zero(1 + even / c);
    fraction *= c * d;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away_from_zero(1 + odd * d);
    c = away_from_zero(1 + odd / c);
    fraction *= c * d;
    if (std::fabs(c * d - 1) < 1e-15) break;
  }
  return fraction;
}

}  // namespace

double incomplete_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) +
                                a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
  return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double student_two_sided_p(double t, double df) {
  if (std::isinf(t)) return 0;
  return incomplete_beta(df / 2, 0.5, df / (df + t * t));
}

double student_critical_t(double confidence, double df) {
  const double tail = 1 - confidence;
  double low = 0;
  double high = 1;
  while (student_two_sided_p(high, df) > tail) high *= 2;
  for (int step = 0; step < 200 && high - low > high * 1e-14; ++step) {
    const double middle = low + (high - low) / 2;
    (student_two_sided_p(middle, df) > tail ? low : high) = middle;
  }
  return high;
}

std::size_t sign_test_rank(std::size_t n, double tail) {
  const double tosses = static_cast<double>(n);
  double cumulative = 0;
  std::size_t rank = 0;
  while (rank < n) {
    const double heads = static_cast<double>(rank);
    cumulative += std::exp(std::lgamma(tosses + 1) - std::lgamma(heads + 1) -
                           std::lgamma(tosses - heads + 1) - tosses * std::log(2.0));
    if (cumulative > tail) break;
    ++rank;
  }
  return rank;
}

}  // namespace keyrack::bench
