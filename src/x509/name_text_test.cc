// SPDX-License-Identifier: Apache-2.0
#include "x509/name_text.h"

#include <gtest/gtest.h>

#include "base/openssl_ptr.h"
#include "x509/attribute_types.h"
#include "x509/openssl_der.h"

namespace keyrack {
namespace {

void add(X509_NAME* name, const char* field, int type, std::string_view value, int set = 0) {
  ASSERT_EQ(X509_NAME_add_entry_by_txt(name, field, type,
                                       reinterpret_cast<const unsigned char*>(value.data()),
                                       static_cast<int>(value.size()), -1, set),
            1)
      << field;
}

// OpenSSL's RFC 2253 form, with UTF-8 as it is.
std::string openssl_text(const X509_NAME* name) {
  const BioPtr memory(BIO_new(BIO_s_mem()));
  EXPECT_GE(X509_NAME_print_ex(memory.get(), name, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB), 0);
  char* text = nullptr;
  const long size = BIO_get_mem_data(memory.get(), &text);
  return std::string(text, static_cast<std::size_t>(size));
}

void expect_as_openssl(const X509_NAME* name) {
  EXPECT_EQ(name_text(to_der<i2d_X509_NAME>(name)), openssl_text(name));
}

TEST(NameText, CallsEveryUsualTypeWhatOpensslDoes) {
  for (const char* field : {"CN",
                            "C",
                            "O",
                            "OU",
                            "L",
                            "ST",
                            "serialNumber",
                            "organizationIdentifier",
                            "emailAddress",
                            "DC",
                            "UID",
                            "SN",
                            "GN",
                            "street",
                            "title",
                            "description",
                            "businessCategory",
                            "postalCode",
                            "name",
                            "initials",
                            "generationQualifier",
                            "dnQualifier",
                            "pseudonym",
                            "unstructuredName",
                            "jurisdictionL",
                            "jurisdictionST",
                            "jurisdictionC"}) {
    const X509NamePtr name(X509_NAME_new());
    add(name.get(), field, V_ASN1_UTF8STRING, "NL");
    expect_as_openssl(name.get());
    EXPECT_EQ(name_text(to_der<i2d_X509_NAME>(name.get())), std::string(field) + "=NL");
  }
}

TEST(NameText, EscapesAsOpensslDoes) {
  for (const std::string_view value :
       {"a,b", "a+b", "a\"b", "a\\b", "a<b>c;d", "#hash", " space around ", "in  side", "a=b/c",
        "line\nfeed", "\x7f", "M\xc3\xbcnchen", "\xf0\x9f\x94\x91", ""}) {
    const X509NamePtr name(X509_NAME_new());
    add(name.get(), "CN", V_ASN1_UTF8STRING, value);
    expect_as_openssl(name.get());
  }
}

TEST(NameText, ConvertsEveryStringTypeAndShowsOthersInHexadecimal) {
  const X509NamePtr name(X509_NAME_new());
  using namespace std::string_view_literals;
  add(name.get(), "CN", V_ASN1_BMPSTRING, "\x00M\x00\xfc"sv);
  add(name.get(), "CN", V_ASN1_UNIVERSALSTRING, "\x00\x01\xf5\x11"sv);
  add(name.get(), "CN", V_ASN1_T61STRING, "M\xfc");
  add(name.get(), "CN", V_ASN1_PRINTABLESTRING, "printable");
  add(name.get(), "CN", V_ASN1_NUMERICSTRING, "12");
  add(name.get(), "CN", V_ASN1_BIT_STRING, "\xf0"sv);
  add(name.get(), "1.2.3.4", V_ASN1_UTF8STRING, "unknown type");
  expect_as_openssl(name.get());
}

TEST(NameText, WritesTheLastRdnFirstAndJoinsTheAttributesOfOne) {
  const X509NamePtr name(X509_NAME_new());
  add(name.get(), "C", V_ASN1_PRINTABLESTRING, "NL");
  add(name.get(), "O", V_ASN1_UTF8STRING, "Example");
  add(name.get(), "CN", V_ASN1_UTF8STRING, "a");
  add(name.get(), "OU", V_ASN1_UTF8STRING, "b", -1);
  expect_as_openssl(name.get());
}

TEST(NameText, OfAnEmptyNameOrNoNameIsEmpty) {
  const std::vector<std::uint8_t> empty = {0x30, 0x00}, broken = {0x30, 0x05, 0x31};
  EXPECT_EQ(name_text(empty), "");
  EXPECT_EQ(name_text(broken), "");
}

TEST(DottedDecimal, WritesBothArcsOfTheFirstNumber) {
  const std::vector<std::uint8_t> common_name = {0x55, 0x04, 0x03}, joint = {0x88, 0x37, 0x03},
                                  large(11, 0xff);
  EXPECT_EQ(dotted_decimal(common_name), "2.5.4.3");
  EXPECT_EQ(dotted_decimal(joint), "2.999.3");
  EXPECT_EQ(dotted_decimal(large), ".?");
}

}  // namespace
}  // namespace keyrack
