// SPDX-License-Identifier: Apache-2.0
#include "cli/times.h"

#include <gtest/gtest.h>

namespace keyrack::cli {
namespace {

using namespace std::chrono_literals;
constexpr std::chrono::sys_seconds kNow = std::chrono::sys_days(std::chrono::year(2026) / 11 / 30);

TEST(Times, AreWrittenAsIso8601InUtc) {
  EXPECT_EQ(iso8601(kNow + 16h + 2min + 58s), "2026-11-30T16:02:58Z");
  EXPECT_EQ(iso8601_date(kNow), "2026-11-30");
  EXPECT_EQ(iso8601(std::chrono::sys_seconds(-1s)), "1969-12-31T23:59:59Z");
}

TEST(Times, RelativeOnesUseTheLargestFittingUnit) {
  EXPECT_EQ(relative(kNow + 41 * 24h, kNow), "in 41 days");
  EXPECT_EQ(relative(kNow + 24h, kNow), "in 1 day");
  EXPECT_EQ(relative(kNow - 3h, kNow), "3 hours ago");
  EXPECT_EQ(relative(kNow + 500 * 24h, kNow), "in 500 days");
  EXPECT_EQ(relative(kNow + 3 * 365 * 24h, kNow), "in 3 years");
  EXPECT_EQ(relative(kNow, kNow), "now");
}

TEST(Times, AreReadInThreeForms) {
  EXPECT_EQ(parse_time("2026-11-30"), kNow);
  EXPECT_EQ(parse_time("2026-11-30T16:02:58Z"), kNow + 16h + 2min + 58s);
  EXPECT_EQ(parse_time("@0"), std::chrono::sys_seconds(0s));
}

TEST(Times, WhatIsNoTimeIsRefused) {
  for (const char* const text : {"", "now", "2026-13-01", "2026-02-30", "2026-11-30T", "@", "@1x",
                                 "2026-11-30T24:00:00Z", "2026-11-30T10:00:00", "-026-11-30"}) {
    EXPECT_FALSE(parse_time(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace keyrack::cli
