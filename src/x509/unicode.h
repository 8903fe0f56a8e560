// SPDX-License-Identifier: Apache-2.0
// The string types of names, as code points and as UTF-8 (RFC 3629), with libcrypto's ideas of
// what is valid: surrogates, overlong forms and values over U+10FFFF are not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "bytes/byte_view.h"

namespace keyrack {

inline bool is_ascii(ByteView text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  std::uint64_t seen = 0;
  const std::uint8_t* at = text.data();
  std::size_t left = text.size();
  for (; left >= 8; at += 8, left -= 8) {
    std::uint64_t word;
    std::memcpy(&word, at, 8);
    seen |= word;
  }
  for (; left != 0; ++at, --left) seen |= *at;
  return (seen & kHighBits) == 0;
}

inline bool is_scalar_value(std::uint32_t code) {
  return code < 0xd800 || (code > 0xdfff && code <= 0x10ffff);
}

// Takes one code point off the front of non-empty UTF-8; nothing when it is not valid there.
std::optional<std::uint32_t> take_utf8(ByteView& text);
bool is_valid_utf8(ByteView text);

// Writes a scalar value, at most 4 bytes. Returns the end of what was written.
std::uint8_t* put_utf8(std::uint32_t code, std::uint8_t* out);

// Takes the next code point off the front of `content`, the non-empty content of a string of type
// `tag`: UTF8String, BMPString (2 bytes), UniversalString (4 bytes), or one byte a character, which
// is what libcrypto takes all others for (a T61String as Latin-1). Nothing when it is not a scalar
// value.
std::optional<std::uint32_t> take_character(std::uint8_t tag, ByteView& content);

}  // namespace keyrack
