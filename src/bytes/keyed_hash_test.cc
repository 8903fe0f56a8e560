// SPDX-License-Identifier: Apache-2.0
#include "bytes/keyed_hash.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace keyrack {
namespace {

TEST(KeyedHash, TellsLengthsSeedsAndSingleBitsApart) {
  std::set<std::uint64_t> seen;
  std::size_t inputs = 0;
  for (std::size_t size = 0; size < 70; ++size) {
    std::vector<std::uint8_t> bytes(size);
    for (const std::uint64_t seed : {0ull, 1ull, 1ull << 63}) {
      seen.insert(keyed_hash(bytes, seed));
      ++inputs;
      for (std::size_t bit = 0; bit < size * 8; ++bit) {
        bytes[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
        seen.insert(keyed_hash(bytes, seed));
        bytes[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
        ++inputs;
      }
    }
  }
  EXPECT_EQ(seen.size(), inputs);
}

// A table made by another build is read by this one.
TEST(KeyedHash, StaysWhatItIs) {
  EXPECT_EQ(keyed_hash(as_bytes("keyrack"), 0), 13642462639262939268u);
  EXPECT_EQ(keyed_hash(as_bytes("a name of more than sixteen bytes"), 42), 10493965420429848479u);
}

TEST(KeyedHash, HasOneSeedAProcess) { EXPECT_EQ(process_seed(), process_seed()); }

}  // namespace
}  // namespace keyrack
