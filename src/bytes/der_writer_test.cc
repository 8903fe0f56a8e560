// SPDX-License-Identifier: Apache-2.0
#include "bytes/der_writer.h"

#include <gtest/gtest.h>

#include "bytes/der.h"

namespace keyrack::der {
namespace {

using Bytes = std::vector<std::uint8_t>;

TEST(DerWriter, WhatIsWrittenIsReadBackAtEveryLengthOfTheLength) {
  for (const std::size_t size : {0u, 1u, 127u, 128u, 255u, 256u, 65535u, 65536u, 1u << 24}) {
    const Bytes content(size, 'x');
    const Bytes written = write(kOctetString, {content});
    Reader reader(written);
    const auto element = reader.read(kOctetString);
    ASSERT_TRUE(element) << size;
    EXPECT_EQ(element->content.size(), size);
    EXPECT_TRUE(reader.at_end());
  }
}

TEST(DerWriter, PartsFollowOneAnother) {
  EXPECT_EQ(write(kSequence, {write_integer(1), {}, write(kNull, {})}),
            (Bytes{0x30, 0x05, 0x02, 0x01, 0x01, 0x05, 0x00}));
}

TEST(DerWriter, IntegersAreMinimalAndNeverNegative) {
  EXPECT_EQ(write_integer(0), (Bytes{0x02, 0x01, 0x00}));
  EXPECT_EQ(write_integer(127), (Bytes{0x02, 0x01, 0x7f}));
  EXPECT_EQ(write_integer(128), (Bytes{0x02, 0x02, 0x00, 0x80}));
  EXPECT_EQ(write_integer(10'000), (Bytes{0x02, 0x02, 0x27, 0x10}));
  EXPECT_EQ(write_integer(~std::uint64_t{0}).size(), 11u);
}

}  // namespace
}  // namespace keyrack::der
