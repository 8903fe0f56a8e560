// SPDX-License-Identifier: Apache-2.0
#include "reload/schedule.h"

#include <gtest/gtest.h>

namespace keyrack {
namespace {

using std::chrono::milliseconds;
using Due = Schedule::Due;

class Scheduling : public ::testing::Test {
 protected:
  static Schedule::Time at(int ms) { return Schedule::Time(milliseconds(ms)); }
  Schedule schedule_{milliseconds(10'000), milliseconds(200), at(0)};
};

TEST_F(Scheduling, LooksOncePerPollInterval) {
  EXPECT_EQ(schedule_.due(at(9'999)), Due::kNothing);
  EXPECT_EQ(schedule_.due(at(10'000)), Due::kLook);
  schedule_.looked(at(10'000));
  EXPECT_EQ(schedule_.next(), at(20'000));
}

TEST_F(Scheduling, LoadsWhenNothingChangedForAQuietPeriod) {
  schedule_.changed(at(1'000));
  schedule_.changed(at(1'150));
  EXPECT_EQ(schedule_.due(at(1'349)), Due::kNothing);
  EXPECT_EQ(schedule_.due(at(1'350)), Due::kLoad);
}

TEST_F(Scheduling, ChangesWithoutEndHoldALoadUpForThreeQuietPeriodsAtMost) {
  for (int ms = 1'000; ms < 1'600; ms += 50) schedule_.changed(at(ms));
  EXPECT_EQ(schedule_.next(), at(1'600));
  EXPECT_TRUE(schedule_.may_wait_longer(at(1'599)));
  EXPECT_FALSE(schedule_.may_wait_longer(at(1'600)));
}

TEST_F(Scheduling, RetriesBackOffUpToThePollIntervalForEver) {
  int now = 0;
  for (const int delay : {200, 400, 800, 1'600, 3'200, 6'400, 10'000, 10'000, 10'000}) {
    schedule_.load_began();
    schedule_.load_failed(at(now));
    EXPECT_EQ(schedule_.next(), at(now + delay));
    now += delay;
    EXPECT_EQ(schedule_.due(at(now)), Due::kLoad);
  }
}

TEST_F(Scheduling, SuccessForgetsTheBackOff) {
  schedule_.load_failed(at(0));
  schedule_.load_failed(at(200));
  schedule_.load_began();
  schedule_.load_succeeded(at(600));
  EXPECT_EQ(schedule_.next(), at(10'600));
  schedule_.load_failed(at(1'000));
  EXPECT_EQ(schedule_.next(), at(1'200));
}

TEST_F(Scheduling, ARetryWaitsForAWriterToFinish) {
  schedule_.load_failed(at(0));
  schedule_.changed(at(190));
  EXPECT_EQ(schedule_.due(at(200)), Due::kNothing);
  EXPECT_EQ(schedule_.due(at(390)), Due::kLoad);
}

TEST_F(Scheduling, AChangeDuringALoadAsksForAnother) {
  schedule_.changed(at(0));
  schedule_.load_began();
  schedule_.changed(at(250));
  schedule_.load_succeeded(at(300));
  EXPECT_EQ(schedule_.due(at(450)), Due::kLoad);
}

}  // namespace
}  // namespace keyrack
