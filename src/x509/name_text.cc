// SPDX-License-Identifier: Apache-2.0
#include "x509/name_text.h"

#include <cstdint>
#include <optional>
#include <ranges>
#include <vector>

#include "bytes/hex.h"
#include "x509/attribute_types.h"
#include "x509/name_attributes.h"
#include "x509/unicode.h"

namespace keyrack {
namespace {

bool is_text(std::uint8_t tag) {
  switch (tag) {
    case der::kUtf8String:
    case der::kNumericString:
    case der::kPrintableString:
    case der::kT61String:
    case der::kIa5String:
    case der::kUniversalString:
    case der::kBmpString: return true;
    default: return false;
  }
}

// RFC 4514 section 2.4.
void append_character(std::string& text, std::uint32_t code, bool is_first, bool is_last) {
  if (code < ' ' || code == 0x7f) {
    const auto byte = static_cast<std::uint8_t>(code);
    text += '\\';
    text += to_hex(ByteView(&byte, 1), HexCase::kUpper);
    return;
  }
  const bool is_special =
      code < 0x80 && std::string_view(",+\"\\<>;").contains(static_cast<char>(code));
  const bool is_edge = (is_first && (code == ' ' || code == '#')) || (is_last && code == ' ');
  if (is_special || is_edge) text += '\\';
  std::uint8_t utf8[4];
  const std::uint8_t* const end = put_utf8(code, utf8);
  text.append(reinterpret_cast<const char*>(utf8), static_cast<std::size_t>(end - utf8));
}

// Nothing when the string is not valid for its type.
std::optional<std::string> string_text(const der::Element& value) {
  std::string text;
  for (ByteView rest = value.content; !rest.empty();) {
    const bool is_first = rest.size() == value.content.size();
    const std::optional<std::uint32_t> code = take_character(value.tag, rest);
    if (!code) return std::nullopt;
    append_character(text, *code, is_first, rest.empty());
  }
  return text;
}

std::string attribute_text(const NameAttribute& attribute) {
  const std::string_view name = attribute_short_name(attribute.type);
  std::string text = (name.empty() ? dotted_decimal(attribute.type) : std::string(name)) + "=";
  if (!name.empty() && is_text(attribute.value.tag)) {
    if (const std::optional<std::string> value = string_text(attribute.value)) {
      return text + *value;
    }
  }
  return text + "#" + to_hex(attribute.value.whole, HexCase::kUpper);
}

}  // namespace

std::string name_text(ByteView name) {
  std::vector<NameAttribute> attributes;
  const bool is_sound = for_each_attribute(name, [&](const NameAttribute& attribute) {
    attributes.push_back(attribute);
    return true;
  });
  if (!is_sound) return "";
  std::string text;
  std::uint32_t rdn = 0;
  for (const NameAttribute& attribute : std::views::reverse(attributes)) {
    if (!text.empty()) text += attribute.rdn == rdn ? '+' : ',';
    rdn = attribute.rdn;
    text += attribute_text(attribute);
  }
  return text;
}

}  // namespace keyrack
