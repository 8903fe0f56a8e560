// SPDX-License-Identifier: Apache-2.0
// The distributions that the benchmarks' tests of significance need. Pure functions.
#pragma once

#include <cstddef>

namespace keyrack::bench {

// I_x(a, b), the regularized incomplete beta function, for a, b > 0 and 0 <= x <= 1, by its
// continued fraction (NIST DLMF 8.17.22). Relative error about 1e-12.
double incomplete_beta(double a, double b, double x);

// The probability that |T| >= |t| where T has Student's distribution with `df` degrees of freedom.
double student_two_sided_p(double t, double df);

// The t for which student_two_sided_p(t, df) is 1 - confidence: half the width of a confidence
// interval in standard errors.
double student_critical_t(double confidence, double df);

// The largest k for which fewer than k heads in n fair tosses have at most this probability. The
// k-th smallest and k-th largest of n samples then enclose their distribution's median with
// confidence 1 - 2 * tail. 0 when n is too small for that.
std::size_t sign_test_rank(std::size_t n, double tail);

}  // namespace keyrack::bench
