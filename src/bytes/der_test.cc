// SPDX-License-Identifier: Apache-2.0
#include "bytes/der.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace keyrack::der {
namespace {

using Bytes = std::vector<std::uint8_t>;

TEST(DerReader, ReadsElementsOneAfterAnother) {
  const Bytes bytes = {0x02, 0x01, 0x05, 0x30, 0x00, 0x04, 0x02, 0xaa, 0xbb};
  Reader reader(bytes);
  EXPECT_EQ(reader.read_small(), 5u);
  EXPECT_TRUE(reader.next_is(kSequence));
  EXPECT_TRUE(reader.read(kSequence)->content.empty());
  const auto last = reader.read();
  ASSERT_TRUE(last.has_value());
  EXPECT_EQ(last->tag, kOctetString);
  EXPECT_TRUE(std::ranges::equal(last->content, Bytes{0xaa, 0xbb}));
  EXPECT_EQ(last->whole.size(), 4u);
  EXPECT_TRUE(reader.at_end());
  EXPECT_FALSE(reader.read().has_value());
}

TEST(DerReader, RefusesWhatIsNotDerAndStaysWhereItWas) {
  for (const Bytes& bytes : std::vector<Bytes>{
           {0x30},                                      // no length
           {0x30, 0x80, 0x00, 0x00},                    // indefinite
           {0x04, 0x81, 0x01, 0xaa},                    // long form for a short length
           {0x04, 0x82, 0x00, 0x80},                    // leading zero
           {0x04, 0x81},                                // length cut off
           {0x04, 0x02, 0xaa},                          // content cut off
           {0x04, 0x84, 0xff, 0xff, 0xff, 0xff},        // longer than there is
           {0x04, 0x85, 0x01, 0x00, 0x00, 0x00, 0x00},  // over 4 GiB
           {0x1f, 0x81, 0x01, 0x00},                    // a tag of several bytes
       }) {
    Reader reader(bytes);
    EXPECT_FALSE(reader.read().has_value());
    EXPECT_EQ(reader.rest().data(), bytes.data());
    EXPECT_EQ(reader.rest().size(), bytes.size());
  }
}

TEST(DerReader, ReadsTheShortestLengthsThatAreWritten) {
  const std::pair<std::size_t, Bytes> headers[] = {{0x00, {0x04, 0x00}},
                                                   {0x7f, {0x04, 0x7f}},
                                                   {0x80, {0x04, 0x81, 0x80}},
                                                   {0xff, {0x04, 0x81, 0xff}},
                                                   {0x100, {0x04, 0x82, 1, 0}},
                                                   {0xffff, {0x04, 0x82, 0xff, 0xff}},
                                                   {0x10000, {0x04, 0x83, 1, 0, 0}}};
  for (const auto& [size, header] : headers) {
    Bytes bytes;
    append_element(bytes, kOctetString, Bytes(size));
    ASSERT_EQ(bytes.size(), header.size() + size);
    EXPECT_TRUE(std::equal(header.begin(), header.end(), bytes.begin())) << size;
    Reader reader(bytes);
    ASSERT_TRUE(reader.read(kOctetString).has_value()) << size;
    EXPECT_TRUE(reader.at_end());
  }
}

TEST(DerReader, ReadsUnsignedIntegersWithoutTheirSignByte) {
  const auto unsigned_of = [](const Bytes& bytes) {
    const auto digits = Reader(bytes).read_unsigned();
    return digits ? Bytes(digits->begin(), digits->end()) : Bytes{0xde, 0xad};
  };
  const Bytes refused = {0xde, 0xad};
  EXPECT_EQ(unsigned_of({0x02, 0x02, 0x00, 0x80}), Bytes{0x80});
  EXPECT_EQ(unsigned_of({0x02, 0x01, 0x00}), Bytes{0x00});
  EXPECT_EQ(unsigned_of({0x02, 0x01, 0x80}), refused) << "negative";
  EXPECT_EQ(unsigned_of({0x02, 0x02, 0x00, 0x7f}), refused) << "padded";
  EXPECT_EQ(unsigned_of({0x02, 0x00}), refused) << "empty";
  EXPECT_EQ(unsigned_of({0x04, 0x01, 0x01}), refused) << "another type";
}

TEST(DerReader, ReadsSmallIntegersUpTo31Bits) {
  const Bytes largest = {0x02, 0x04, 0x7f, 0xff, 0xff, 0xff};
  const Bytes larger = {0x02, 0x05, 0x00, 0x80, 0x00, 0x00, 0x00};
  EXPECT_EQ(Reader(largest).read_small(), 0x7fffffffu);
  EXPECT_FALSE(Reader(larger).read_small().has_value());
}

}  // namespace
}  // namespace keyrack::der
