// SPDX-License-Identifier: Apache-2.0
#include "keystore/pkcs12_bags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "keystore/pkcs12_oids.h"
#include "tests/support/der_maker.h"

namespace keyrack {
namespace {

using testing::Bytes;
using testing::der_element;
using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr std::uint8_t kExplicit0 = der::context(0);

Bytes bag(std::string_view id, ByteView value, ByteView attributes = {}) {
  return der_element(der::kSequence,
                     {der_element(der::kOid, id), der_element(kExplicit0, {value}), attributes});
}
Bytes certificate_bag(std::string_view der, ByteView attributes = {}) {
  return bag(
      oid::kCertBag,
      der_element(der::kSequence, {der_element(der::kOid, oid::kX509Certificate),
                                   der_element(kExplicit0, {der_element(der::kOctetString, der)})}),
      attributes);
}
Bytes attribute(std::string_view id, ByteView value) {
  return der_element(der::kSequence, {der_element(der::kOid, id), der_element(der::kSet, {value})});
}
Bytes safe(std::initializer_list<ByteView> bags) { return der_element(der::kSequence, bags); }

BagList read(Bytes&&) = delete;  // the bags are views
BagList read(const Bytes& contents) {
  BagList list;
  EXPECT_TRUE(read_safe_contents(contents, 100, list));
  return list;
}

TEST(Bags, NestedSafesAreReadInTheirPlace) {
  const Bytes inner = safe({certificate_bag("b"), certificate_bag("c")});
  const Bytes contents =
      safe({certificate_bag("a"), bag(oid::kSafeContentsBag, inner), certificate_bag("d")});
  const BagList list = read(contents);
  ASSERT_THAT(list.bags, SizeIs(4));
  for (std::uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(list.bags[i].index, i);
    EXPECT_EQ(as_text(list.bags[i].value), std::string(1, static_cast<char>('a' + i)));
  }
}

TEST(Bags, NestingIsBounded) {
  Bytes contents = safe({certificate_bag("a")});
  for (int i = 0; i < 1000; ++i) contents = safe({bag(oid::kSafeContentsBag, contents)});
  const BagList list = read(contents);
  EXPECT_THAT(list.bags, SizeIs(0));
  ASSERT_THAT(list.problems, SizeIs(1));
  EXPECT_THAT(list.problems[0].message, HasSubstr("nested too deeply"));
}

TEST(Bags, ADamagedBagIsListedAndHidesNoOther) {
  const Bytes broken = bag(oid::kCertBag, der_element(der::kSequence, "x"));
  const Bytes no_value = der_element(der::kSequence, {der_element(der::kOid, oid::kCertBag)});
  const Bytes contents = safe(
      {certificate_bag("a"), broken, no_value, bag("\x2a", Bytes{5, 0}), certificate_bag("e")});
  const BagList list = read(contents);
  ASSERT_THAT(list.bags, SizeIs(2));
  EXPECT_EQ(list.bags[1].index, 4u);
  ASSERT_THAT(list.problems, SizeIs(3));
  EXPECT_EQ(list.problems[0].where.index, 1u);
  EXPECT_EQ(list.problems[1].where.index, 2u);
  EXPECT_EQ(list.problems[2].where.index, 3u);
  EXPECT_EQ(list.problems[2].code, ErrorCode::kUnsupported);
}

TEST(Bags, MalformedAttributesCostTheAttributeAndNotTheBag) {
  const Bytes odd_name = attribute(oid::kFriendlyName, der_element(der::kBmpString, "abc"));
  const Bytes key_id = attribute(oid::kLocalKeyId, der_element(der::kOctetString, "id"));
  const Bytes contents = safe({certificate_bag("a", der_element(der::kSet, {odd_name, key_id}))});
  const BagList list = read(contents);
  ASSERT_THAT(list.bags, SizeIs(1));
  EXPECT_EQ(list.bags[0].friendly_name, std::nullopt);
  EXPECT_EQ(as_text(list.bags[0].local_key_id), "id");
  ASSERT_THAT(list.problems, SizeIs(1));
  EXPECT_THAT(list.problems[0].message, HasSubstr("attributes"));
}

TEST(Bags, AnSdsiCertificateIsNamedAsUnsupported) {
  const Bytes sdsi =
      bag(oid::kCertBag,
          der_element(der::kSequence,
                      {der_element(der::kOid, "\x2a\x86\x48\x86\xf7\x0d\x01\x09\x16\x02"),
                       der_element(kExplicit0, {der_element(0x16, "sdsi")})}));
  const Bytes contents = safe({sdsi});
  const BagList list = read(contents);
  EXPECT_THAT(list.bags, SizeIs(0));
  ASSERT_THAT(list.problems, SizeIs(1));
  EXPECT_EQ(list.problems[0].code, ErrorCode::kUnsupported);
}

TEST(Bags, TheTrustedAttributeMarksWhateverItsValue) {
  const Bytes contents = safe(
      {certificate_bag("a", der_element(der::kSet, {attribute(oid::kTrustedKeyUsage, Bytes{})}))});
  const BagList list = read(contents);
  ASSERT_THAT(list.bags, SizeIs(1));
  EXPECT_TRUE(list.bags[0].is_trusted);
}

}  // namespace
}  // namespace keyrack
