// SPDX-License-Identifier: Apache-2.0
#include "keystore/pkcs12_ber.h"

#include <gtest/gtest.h>

#include "tests/support/der_maker.h"

namespace keyrack::ber {
namespace {

using testing::Bytes;
using testing::der_element;

TEST(Ber, AnElementOfIndefiniteLengthEndsAtItsOwnEndOfContents) {
  const Bytes bytes = {0x30, 0x80, 0x30, 0x80, 0x02, 0x01, 0x07, 0, 0, 0, 0, 0x05, 0x00};
  Reader reader(bytes);
  const auto outer = reader.read(der::kSequence);
  ASSERT_TRUE(outer);
  EXPECT_EQ(outer->content.size(), 7u);
  EXPECT_TRUE(reader.next_is(der::kNull));
  Reader inner(outer->content);
  ASSERT_TRUE(inner.read(der::kSequence));
  EXPECT_TRUE(inner.at_end());
}

TEST(Ber, PiecesOfAnOctetStringArePutTogether) {
  const Bytes bytes = testing::to_ber(der_element(der::kOctetString, "0123456789"));
  Buffers buffers;
  Reader reader(bytes);
  const auto joined = reader.read_octets(buffers);
  ASSERT_TRUE(joined);
  EXPECT_EQ(as_text(*joined), "0123456789");
  EXPECT_TRUE(reader.at_end());
}

TEST(Ber, AWholeOctetStringIsNotCopied) {
  const Bytes bytes = der_element(der::kOctetString, "0123456789");
  Buffers buffers;
  Reader reader(bytes);
  const auto whole = reader.read_octets(buffers);
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->data(), bytes.data() + 2);
  EXPECT_TRUE(buffers.empty());
}

TEST(Ber, OtherElementsAmongThePiecesAreRefused) {
  const Bytes bytes = {0x24, 0x80, 0x04, 0x01, 'a', 0x02, 0x01, 'b', 0, 0};
  Buffers buffers;
  Reader reader(bytes);
  EXPECT_FALSE(reader.read_octets(buffers));
  EXPECT_EQ(reader.rest().size(), bytes.size());
}

TEST(Ber, NestingBeyondTheLimitIsRefusedInLinearTime) {
  for (const std::uint8_t tag : {std::uint8_t{0x30}, std::uint8_t{0x24}}) {
    Bytes bytes;
    for (int i = 0; i < 500'000; ++i) bytes.insert(bytes.end(), {tag, 0x80});
    Buffers buffers;
    EXPECT_FALSE(Reader(bytes).read());
    EXPECT_FALSE(Reader(bytes).read_octets(buffers));
  }
}

TEST(Ber, LengthsBeyondTheInputAreRefused) {
  EXPECT_FALSE(Reader(Bytes{0x04, 0x02, 0x00}).read());
  EXPECT_FALSE(Reader(Bytes{0x04, 0x88, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}).read());
  EXPECT_FALSE(Reader(Bytes{0x04, 0x89, 0, 0, 0, 0, 0, 0, 0, 0, 0}).read());
  EXPECT_FALSE(Reader(Bytes{0x30, 0x80, 0x00}).read());
  EXPECT_FALSE(Reader(Bytes{0x04, 0x80, 0x00, 0x00}).read()) << "a primitive must have a length";
}

TEST(Ber, CountsAreNonNegativeAndFitIn63Bits) {
  EXPECT_EQ(Reader(Bytes{0x02, 0x01, 0x07}).read_count(), 7u);
  EXPECT_EQ(Reader(Bytes{0x02, 0x03, 0x00, 0x00, 0x80}).read_count(), 128u) << "padded";
  EXPECT_EQ(Reader(Bytes{0x02, 0x08, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}).read_count(),
            0x7fffffffffffffffu);
  EXPECT_FALSE(Reader(Bytes{0x02, 0x01, 0x80}).read_count()) << "negative";
  EXPECT_FALSE(Reader(Bytes{0x02, 0x09, 0, 0x80, 0, 0, 0, 0, 0, 0, 0}).read_count()) << "2^63";
  EXPECT_FALSE(Reader(Bytes{0x02, 0x00}).read_count());
}

}  // namespace
}  // namespace keyrack::ber
