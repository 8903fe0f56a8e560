// SPDX-License-Identifier: Apache-2.0
#include "base/published.h"

#include <gtest/gtest.h>

#include <vector>

namespace keyrack {
namespace {

TEST(Published, GivesWhatWasLastStored) {
  Published<int> cell;
  EXPECT_EQ(cell.load(), nullptr);
  cell.store(std::make_shared<int>(1));
  cell.store(std::make_shared<int>(2));
  EXPECT_EQ(*cell.load(), 2);
}

TEST(Published, DropsTheFormerValueWithItsLastReader) {
  Published<int> cell(std::make_shared<int>(1));
  std::weak_ptr<const int> former = cell.load();
  auto reader = cell.load();
  cell.store(nullptr);
  EXPECT_FALSE(former.expired());
  reader.reset();
  EXPECT_TRUE(former.expired());
}

TEST(Published, ReadersNeverGoBackNorSeeAValueThatIsGone) {
  constexpr int kValues = 2'000;
  Published<int> cell(std::make_shared<int>(0));
  std::atomic<int> wrong = 0;
  std::vector<std::jthread> readers;
  for (int i = 0; i < 4; ++i) {
    readers.emplace_back([&] {
      for (int last = 0; last != kValues;) {
        const int seen = *cell.load();
        if (seen < last) ++wrong;
        last = seen;
      }
    });
  }
  for (int i = 1; i <= kValues; ++i) cell.store(std::make_shared<int>(i));
  readers.clear();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace keyrack
