// SPDX-License-Identifier: Apache-2.0
#include "keystore/pkcs12_utf.h"

#include <gtest/gtest.h>

#include "keystore/pkcs12_password.h"
#include "tests/support/der_maker.h"

namespace keyrack {
namespace {

using testing::Bytes;

TEST(FriendlyName, EveryPlaneIsDecoded) {
  const Bytes name = {0x00, 'a', 0x00, 0xe9, 0x20, 0xac, 0xd8, 0x3d, 0xde, 0x00};
  EXPECT_EQ(decode_friendly_name(name), "a\u00e9\u20ac\U0001F600");
}

TEST(FriendlyName, ALoneSurrogateBecomesTheReplacementCharacter) {
  EXPECT_EQ(decode_friendly_name(Bytes{0xd8, 0x3d, 0x00, 'x'}), "\ufffdx");
  EXPECT_EQ(decode_friendly_name(Bytes{0xde, 0x00}), "\ufffd");
  EXPECT_EQ(decode_friendly_name(Bytes{0xd8, 0x3d}), "\ufffd");
}

TEST(FriendlyName, ZerosAtTheEndAreDroppedAndAnOddLengthIsRefused) {
  EXPECT_EQ(decode_friendly_name(Bytes{0x00, 'x', 0x00, 0x00}), "x");
  EXPECT_EQ(decode_friendly_name(Bytes{}), "");
  EXPECT_EQ(decode_friendly_name(Bytes{0x00, 'x', 0x00}), std::nullopt);
}

TEST(FriendlyName, EncodingIsTheInverseOfDecoding) {
  const std::string name = "Zoë \u20ac \U0001F600";
  const auto encoded = encode_friendly_name(name);
  ASSERT_TRUE(encoded);
  EXPECT_EQ(decode_friendly_name(*encoded), name);
  EXPECT_FALSE(encode_friendly_name("\xff"));
}

TEST(AliasCase, LettersOfTheUsualScriptsFoldToOneCase) {
  EXPECT_EQ(fold_case("Server-1"), fold_case("sERVER-1"));
  EXPECT_EQ(fold_case("MÜLLER ŁÓDŹ ΑΘΗΝΑ МОСКВА"), fold_case("müller łódź αθηνα москва"));
  EXPECT_NE(fold_case("×"), fold_case("÷"));
  EXPECT_EQ(fold_case("A\xff"), "a\xff");
}

Bytes bmp(const Pkcs12Password& form) {
  return Bytes(form.bmp.span().begin(), form.bmp.span().end());
}

TEST(Pkcs12Forms, NoneEmptyAndTextAreDifferentThings) {
  const auto none = pkcs12_forms(Password());
  ASSERT_EQ(none.size(), 1u);
  EXPECT_EQ(bmp(none[0]), Bytes());
  const auto empty = pkcs12_forms(Password(""));
  ASSERT_EQ(empty.size(), 2u);
  EXPECT_EQ(bmp(empty[0]), Bytes({0, 0}));
  EXPECT_EQ(bmp(empty[1]), Bytes());
  const auto text = pkcs12_forms(Password("ab"));
  ASSERT_EQ(text.size(), 1u);
  EXPECT_EQ(bmp(text[0]), Bytes({0, 'a', 0, 'b', 0, 0}));
}

TEST(Pkcs12Forms, TextBeyondAsciiIsAlsoTriedWithItsBytesWidened) {
  const auto forms = pkcs12_forms(Password("\u00e9\U0001F600"));
  ASSERT_EQ(forms.size(), 2u);
  EXPECT_EQ(bmp(forms[0]), Bytes({0, 0xe9, 0xd8, 0x3d, 0xde, 0x00, 0, 0}));
  EXPECT_EQ(bmp(forms[1]), Bytes({0, 0xc3, 0, 0xa9, 0, 0xf0, 0, 0x9f, 0, 0x98, 0, 0x80, 0, 0}));
}

TEST(Pkcs12Forms, BytesThatAreNotUtf8AreOnlyWidened) {
  const auto forms = pkcs12_forms(Password("\xe9"));
  ASSERT_EQ(forms.size(), 1u);
  EXPECT_EQ(bmp(forms[0]), Bytes({0, 0xe9, 0, 0}));
}

}  // namespace
}  // namespace keyrack
