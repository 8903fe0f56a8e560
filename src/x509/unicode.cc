// SPDX-License-Identifier: Apache-2.0
#include "x509/unicode.h"

#include "bytes/der.h"

namespace keyrack {

std::optional<std::uint32_t> take_utf8(ByteView& text) {
  const std::uint8_t first = text[0];
  std::size_t size = 1;
  std::uint32_t code = first;
  std::uint32_t smallest = 0;  // what needs this many bytes
  if (first >= 0xf0) {
    if (first > 0xf4) return std::nullopt;
    size = 4, code = first & 0x07u, smallest = 0x10000;
  } else if (first >= 0xe0) {
    size = 3, code = first & 0x0fu, smallest = 0x800;
  } else if (first >= 0xc0) {
    size = 2, code = first & 0x1fu, smallest = 0x80;
  } else if (first >= 0x80) {
    return std::nullopt;
  }
  if (text.size() < size) return std::nullopt;
  for (std::size_t i = 1; i < size; ++i) {
    if ((text[i] & 0xc0) != 0x80) return std::nullopt;
    code = code << 6 | (text[i] & 0x3fu);
  }
  if (code < smallest || !is_scalar_value(code)) return std::nullopt;
  text = text.subspan(size);
  return code;
}

bool is_valid_utf8(ByteView text) {
  if (is_ascii(text)) return true;
  while (!text.empty()) {
    if (!take_utf8(text)) return false;
  }
  return true;
}

std::uint8_t* put_utf8(std::uint32_t code, std::uint8_t* out) {
  const auto continuation = [code](unsigned shift) {
    return static_cast<std::uint8_t>(0x80u | (code >> shift & 0x3fu));
  };
  if (code < 0x80) {
    *out++ = static_cast<std::uint8_t>(code);
  } else if (code < 0x800) {
    *out++ = static_cast<std::uint8_t>(0xc0u | code >> 6);
    *out++ = continuation(0);
  } else if (code < 0x10000) {
    *out++ = static_cast<std::uint8_t>(0xe0u | code >> 12);
    *out++ = continuation(6);
    *out++ = continuation(0);
  } else {
    *out++ = static_cast<std::uint8_t>(0xf0u | code >> 18);
    *out++ = continuation(12);
    *out++ = continuation(6);
    *out++ = continuation(0);
  }
  return out;
}

std::optional<std::uint32_t> take_character(std::uint8_t tag, ByteView& content) {
  if (tag == der::kUtf8String) return take_utf8(content);
  const std::size_t width = tag == der::kBmpString ? 2 : tag == der::kUniversalString ? 4 : 1;
  if (content.size() < width) return std::nullopt;
  std::uint32_t code = 0;
  for (std::size_t i = 0; i < width; ++i) code = code << 8 | content[i];
  if (!is_scalar_value(code)) return std::nullopt;
  content = content.subspan(width);
  return code;
}

}  // namespace keyrack
