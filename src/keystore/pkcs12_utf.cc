// SPDX-License-Identifier: Apache-2.0
#include "keystore/pkcs12_utf.h"

namespace keyrack {
namespace {

constexpr char32_t kReplacement = 0xfffd;
constexpr char32_t kLastPoint = 0x10ffff;

bool is_high_surrogate(char32_t unit) { return unit >= 0xd800 && unit < 0xdc00; }
bool is_low_surrogate(char32_t unit) { return unit >= 0xdc00 && unit < 0xe000; }

char32_t unit_at(ByteView utf16, std::size_t index) {
  return static_cast<char32_t>(utf16[2 * index] << 8 | utf16[2 * index + 1]);
}

// Where upper and lower case letters alternate, upper first on even code points or on odd ones.
bool is_even_pair(char32_t c) {
  return (c >= 0x100 && c < 0x130) || (c >= 0x132 && c < 0x138) || (c >= 0x14a && c < 0x178) ||
         (c >= 0x460 && c < 0x482) || (c >= 0x48a && c < 0x4c0) || (c >= 0x4d0 && c < 0x530);
}
bool is_odd_pair(char32_t c) {
  return (c >= 0x139 && c < 0x149) || (c >= 0x179 && c < 0x17f) || (c >= 0x4c1 && c < 0x4cf);
}

char32_t fold(char32_t c) {
  if (c >= 'A' && c <= 'Z') return c + 0x20;
  if (c >= 0xc0 && c <= 0xde && c != 0xd7) return c + 0x20;     // Latin-1
  if (c >= 0x391 && c <= 0x3a9 && c != 0x3a2) return c + 0x20;  // Greek
  if (c >= 0x410 && c <= 0x42f) return c + 0x20;                // Cyrillic
  if (c >= 0x400 && c <= 0x40f) return c + 0x50;
  if (is_even_pair(c)) return c | 1;
  if (is_odd_pair(c)) return c + (c & 1);
  return c;
}

}  // namespace

std::optional<char32_t> take_utf8(ByteView& utf8) {
  if (utf8.empty()) return std::nullopt;
  const std::uint8_t first = utf8[0];
  if (first < 0x80) {
    utf8 = utf8.subspan(1);
    return first;
  }
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  static constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (first < 0xc2 || first > 0xf4 || utf8.size() < size) return std::nullopt;
  char32_t point = first & (0x7fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((utf8[i] & 0xc0) != 0x80) return std::nullopt;
    point = point << 6 | (utf8[i] & 0x3fu);
  }
  if (point < kSmallest[size] || point > kLastPoint || (point >= 0xd800 && point < 0xe000)) {
    return std::nullopt;
  }
  utf8 = utf8.subspan(size);
  return point;
}

void append_utf8(char32_t point, std::string& out) {
  auto tail = [&](int shift) { out += static_cast<char>(0x80 | (point >> shift & 0x3f)); };
  if (point < 0x80) {
    out += static_cast<char>(point);
  } else if (point < 0x800) {
    out += static_cast<char>(0xc0 | point >> 6);
    tail(0);
  } else if (point < 0x10000) {
    out += static_cast<char>(0xe0 | point >> 12);
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xf0 | point >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

std::optional<std::string> decode_friendly_name(ByteView utf16) {
  if (utf16.size() % 2 != 0) return std::nullopt;
  std::size_t units = utf16.size() / 2;
  while (units > 0 && unit_at(utf16, units - 1) == 0) --units;
  std::string name;
  name.reserve(units);
  for (std::size_t i = 0; i < units; ++i) {
    char32_t point = unit_at(utf16, i);
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
    if (const std::optional<char32_t> point = take_utf8(rest)) {
      append_utf8(fold(*point), folded);
    } else {
      folded += static_cast<char>(rest[0]);
      rest = rest.subspan(1);
    }
  }
  return folded;
}

}  // namespace keyrack
