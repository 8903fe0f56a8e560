// SPDX-License-Identifier: Apache-2.0
#include "keystore/pkcs12_utf.h"

namespace keyrack {
namespace {

constexpr std::uint32_t kReplacement = 0xfffd;

bool is_high_surrogate(std::uint32_t unit) { return unit >= 0xd800 && unit < 0xdc00; }
bool is_low_surrogate(std::uint32_t unit) { return unit >= 0xdc00 && unit < 0xe000; }

std::uint32_t unit_at(ByteView utf16, std::size_t index) {
  return static_cast<std::uint32_t>(utf16[2 * index] << 8 | utf16[2 * index + 1]);
}

// Where upper and lower case letters alternate, upper first on even code points or on odd ones.
bool is_even_pair(std::uint32_t c) {
  return (c >= 0x100 && c < 0x130) || (c >= 0x132 && c < 0x138) || (c >= 0x14a && c < 0x178) ||
         (c >= 0x460 && c < 0x482) || (c >= 0x48a && c < 0x4c0) || (c >= 0x4d0 && c < 0x530);
}
bool is_odd_pair(std::uint32_t c) {
  return (c >= 0x139 && c < 0x149) || (c >= 0x179 && c < 0x17f) || (c >= 0x4c1 && c < 0x4cf);
}

std::uint32_t fold(std::uint32_t c) {
  if (c >= 'A' && c <= 'Z') return c + 0x20;
  if (c >= 0xc0 && c <= 0xde && c != 0xd7) return c + 0x20;     // Latin-1
  if (c >= 0x391 && c <= 0x3a9 && c != 0x3a2) return c + 0x20;  // Greek
  if (c >= 0x410 && c <= 0x42f) return c + 0x20;                // Cyrillic
  if (c >= 0x400 && c <= 0x40f) return c + 0x50;
  if (is_even_pair(c)) return c | 1;
  if (is_odd_pair(c)) return c + (c & 1);
  return c;
}

void append_utf8(std::uint32_t point, std::string& out) {
  std::uint8_t bytes[4];
  out.append(bytes, put_utf8(point, bytes));
}

}  // namespace

std::optional<std::string> decode_friendly_name(ByteView utf16) {
  if (utf16.size() % 2 != 0) return std::nullopt;
  std::size_t units = utf16.size() / 2;
  while (units > 0 && unit_at(utf16, units - 1) == 0) --units;
  std::string name;
  name.reserve(units);
  for (std::size_t i = 0; i < units; ++i) {
    std::uint32_t point = unit_at(utf16, i);
    if (is_high_surrogate(point) && i + 1 < units && is_low_surrogate(unit_at(utf16, i + 1))) {
      point = 0x10000 + ((point & 0x3ff) << 10 | (unit_at(utf16, ++i) & 0x3ff));
    } else if (is_high_surrogate(point) || is_low_surrogate(point)) {
      point = kReplacement;
    }
    append_utf8(point, name);
  }
  return name;
}

std::optional<std::vector<std::uint8_t>> encode_friendly_name(std::string_view utf8) {
  std::vector<std::uint8_t> out;
  const bool is_utf8 = for_each_utf16_unit(as_bytes(utf8), [&out](char16_t unit) {
    out.push_back(static_cast<std::uint8_t>(unit >> 8));
    out.push_back(static_cast<std::uint8_t>(unit));
  });
  if (!is_utf8) return std::nullopt;
  return out;
}

std::string fold_case(std::string_view utf8) {
  std::string folded;
  folded.reserve(utf8.size());
  for (ByteView rest = as_bytes(utf8); !rest.empty();) {
    if (const std::optional<std::uint32_t> point = take_utf8(rest)) {
      append_utf8(fold(*point), folded);
    } else {
      folded += static_cast<char>(rest[0]);
      rest = rest.subspan(1);
    }
  }
  return folded;
}

}  // namespace keyrack
