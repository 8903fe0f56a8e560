// SPDX-License-Identifier: Apache-2.0
#include "bytes/der.h"

namespace keyrack::der {

std::optional<Element> Reader::read() {
  Element element;
  if (!read(element)) return std::nullopt;
  return element;
}

std::optional<Element> Reader::read(std::uint8_t tag) {
  if (!next_is(tag)) return std::nullopt;
  return read();
}

HeaderSizes read_long_length(const std::uint8_t* at, std::size_t available) {
  const std::size_t length_bytes = at[1] & 0x7fu;
  if (length_bytes < 1 || length_bytes > 4 || available < 2 + length_bytes) return {};
  std::size_t length = 0;
  for (std::size_t i = 0; i < length_bytes; ++i) length = length << 8 | at[2 + i];
  const bool has_leading_zero = at[2] == 0;
  if (has_leading_zero || length < 0x80) return {};
  return {2 + length_bytes, length};
}

std::optional<ByteView> Reader::read_unsigned() {
  Reader ahead = *this;
  Element integer;
  if (!ahead.read(kInteger, integer) || !is_minimal_integer(integer.content)) return std::nullopt;
  ByteView digits = integer.content;
  const bool is_negative = (digits[0] & 0x80) != 0;
  if (is_negative) return std::nullopt;
  if (digits[0] == 0 && digits.size() > 1) digits = digits.subspan(1);
  *this = ahead;
  return digits;
}

std::optional<std::uint32_t> Reader::read_small() {
  Reader ahead = *this;
  const std::optional<ByteView> digits = ahead.read_unsigned();
  if (!digits || digits->size() > 4) return std::nullopt;
  std::uint32_t value = 0;
  for (const std::uint8_t digit : *digits) value = value << 8 | digit;
  if (value > 0x7fffffff) return std::nullopt;
  *this = ahead;
  return value;
}

void append_element(std::vector<std::uint8_t>& out, std::uint8_t tag, ByteView content) {
  const std::size_t size = content.size();
  out.push_back(tag);
  if (size < 0x80) {
    out.push_back(static_cast<std::uint8_t>(size));
  } else {
    std::size_t length_bytes = 1;
    while (size >> length_bytes * 8 != 0) ++length_bytes;
    out.push_back(static_cast<std::uint8_t>(0x80 | length_bytes));
    while (length_bytes-- != 0) out.push_back(static_cast<std::uint8_t>(size >> length_bytes * 8));
  }
  out.insert(out.end(), content.begin(), content.end());
}

}  // namespace keyrack::der
