// SPDX-License-Identifier: Apache-2.0
#include "bench/sampling.h"

#include <gtest/gtest.h>

namespace keyrack::bench {
namespace {

class Sampling : public ::testing::Test {
 protected:
  std::vector<Row> take(Before before) {
    Progress progress;
    return alternate({{{"ca", "0"}}, "steady", "us", "A"}, {variant("A"), variant("B")}, 2, before,
                     progress);
  }
  // Its samples are how many have been taken.
  Variant variant(const char* name) {
    return {name, [this, name] {
              order_ += name;
              return static_cast<double>(order_.size());
            }};
  }
  std::string order_;
};

TEST_F(Sampling, VariantsTakeTurns) {
  const auto rows = take(Before::kNothing);
  EXPECT_EQ(order_, "ABAB");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].samples, (std::vector<double>{1, 3}));
  EXPECT_EQ(rows[1].samples, (std::vector<double>{2, 4}));
  EXPECT_EQ(rows[1].baseline, "A");
}

TEST_F(Sampling, RunBeforeASampleIsTheVariantsOwnAndNotKept) {
  const auto rows = take(Before::kOneRun);
  EXPECT_EQ(order_, "AABBAABB");
  EXPECT_EQ(rows[0].samples, (std::vector<double>{2, 6}));
}

}  // namespace
}  // namespace keyrack::bench
