// SPDX-License-Identifier: Apache-2.0
#include "base/spare_memory.h"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>
#include <vector>

#include "base/blob.h"

namespace keyrack {
namespace {

constexpr std::size_t kSize = 200'000;

TEST(SpareMemory, ABlockThatWasGivenBackIsTakenAgain) {
  const SpareMemory::Block first = SpareMemory::take(kSize);
  SpareMemory::give_back(first);
  const SpareMemory::Block second = SpareMemory::take(kSize - 10);
  EXPECT_EQ(second.data, first.data);
  EXPECT_EQ(second.capacity, first.capacity);
  SpareMemory::give_back(second);
}

TEST(SpareMemory, AKeptBlockNeverServesWhatIsMuchSmaller) {
  SpareMemory::give_back(SpareMemory::take(kSize));
  const SpareMemory::Block block = SpareMemory::take(kSize / 2);
  EXPECT_EQ(block.capacity, kSize / 2);
  SpareMemory::give_back(block);
}

TEST(SpareMemory, NobodyElseGetsABlockThatIsInUse) {
  std::vector<std::thread> threads;
  for (int id = 1; id <= 4; ++id) {
    threads.emplace_back([id] {
      for (int round = 0; round < 500; ++round) {
        Blob blob;
        std::memset(blob.tail(kSize), id, kSize);
        blob.advance(kSize);
        ASSERT_EQ(blob.bytes().front(), id);
        ASSERT_EQ(std::memcmp(blob.bytes().data(), blob.bytes().data() + 1, kSize - 1), 0);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Blob, KeepsItsBytesWhenItGrowsAndShrinks) {
  Blob blob;
  for (int i = 0; i < 300'000; ++i) {
    *blob.tail(1) = static_cast<std::uint8_t>(i % 251);
    blob.advance(1);
  }
  blob.shrink();
  EXPECT_LE(blob.capacity() - blob.size(), blob.size() / 16);
  for (std::size_t i = 0; i < blob.size(); ++i) ASSERT_EQ(blob.bytes()[i], i % 251);
}

}  // namespace
}  // namespace keyrack
