// SPDX-License-Identifier: Apache-2.0
#include "x509/attribute_types.h"

#include <cstdint>

namespace keyrack {
namespace {

using namespace std::string_view_literals;

struct AttributeType {
  std::string_view oid;  // content octets
  std::string_view name;
};

// X.520 (2.5.4), PKCS#9, RFC 4519 and the CA/Browser Forum's jurisdictionOfIncorporation.
constexpr AttributeType kAttributeTypes[] = {
    {"\x55\x04\x03"sv, "CN"},
    {"\x55\x04\x06"sv, "C"},
    {"\x55\x04\x0a"sv, "O"},
    {"\x55\x04\x0b"sv, "OU"},
    {"\x55\x04\x07"sv, "L"},
    {"\x55\x04\x08"sv, "ST"},
    {"\x55\x04\x05"sv, "serialNumber"},
    {"\x55\x04\x61"sv, "organizationIdentifier"},
    {"\x2a\x86\x48\x86\xf7\x0d\x01\x09\x01"sv, "emailAddress"},
    {"\x09\x92\x26\x89\x93\xf2\x2c\x64\x01\x19"sv, "DC"},
    {"\x09\x92\x26\x89\x93\xf2\x2c\x64\x01\x01"sv, "UID"},
    {"\x55\x04\x04"sv, "SN"},
    {"\x55\x04\x2a"sv, "GN"},
    {"\x55\x04\x09"sv, "street"},
    {"\x55\x04\x0c"sv, "title"},
    {"\x55\x04\x0d"sv, "description"},
    {"\x55\x04\x0f"sv, "businessCategory"},
    {"\x55\x04\x11"sv, "postalCode"},
    {"\x55\x04\x29"sv, "name"},
    {"\x55\x04\x2b"sv, "initials"},
    {"\x55\x04\x2c"sv, "generationQualifier"},
    {"\x55\x04\x2e"sv, "dnQualifier"},
    {"\x55\x04\x41"sv, "pseudonym"},
    {"\x2a\x86\x48\x86\xf7\x0d\x01\x09\x02"sv, "unstructuredName"},
    {"\x2b\x06\x01\x04\x01\x82\x37\x3c\x02\x01\x01"sv, "jurisdictionL"},
    {"\x2b\x06\x01\x04\x01\x82\x37\x3c\x02\x01\x02"sv, "jurisdictionST"},
    {"\x2b\x06\x01\x04\x01\x82\x37\x3c\x02\x01\x03"sv, "jurisdictionC"},
};

}  // namespace

std::string_view attribute_short_name(ByteView oid) {
  for (const AttributeType& type : kAttributeTypes) {
    if (type.oid == as_text(oid)) return type.name;
  }
  return "";
}

std::string dotted_decimal(ByteView oid) {
  std::string text;
  std::uint64_t number = 0;
  for (const std::uint8_t byte : oid) {
    if (number >> 57 != 0) return text + ".?";  // more than 64 bits
    number = number << 7 | (byte & 0x7fu);
    if (byte >= 0x80) continue;
    if (text.empty()) {
      const std::uint64_t first = number < 80 ? number / 40 : 2;
      text = std::to_string(first);
      number -= first * 40;
    }
    text += '.';
    text += std::to_string(number);
    number = 0;
  }
  return text;
}

}  // namespace keyrack
