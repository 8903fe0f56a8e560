// SPDX-License-Identifier: Apache-2.0
#include "bench/quantity.h"

#include <gtest/gtest.h>

namespace keyrack::bench {
namespace {

TEST(Quantity, HasThreeDigitsAndAFittingUnit) {
  EXPECT_EQ(format_quantity(131.24, "us"), "131 µs");
  EXPECT_EQ(format_quantity(28412, "us"), "28.4 ms");
  EXPECT_EQ(format_quantity(0.3, "us"), "300 ns");
  EXPECT_EQ(format_quantity(2.5e6, "us"), "2.50 s");
  EXPECT_EQ(format_quantity(41300, "1/s"), "41.3 k/s");
  EXPECT_EQ(format_quantity(1.5 * 1024 * 1024, "KiB"), "1.50 GiB");
  EXPECT_EQ(format_quantity(0, "KiB"), "0 KiB");
}

TEST(Quantity, RatiosKeepThreeDigitsOnBothSidesOfOne) {
  EXPECT_EQ(format_ratio(1.0449), "1.04x");
  EXPECT_EQ(format_ratio(213.7), "214x");
  EXPECT_EQ(format_ratio(0.003123), "0.00312x");
}

}  // namespace
}  // namespace keyrack::bench
