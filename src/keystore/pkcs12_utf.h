// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bytes/byte_view.h"
#include "x509/unicode.h"

namespace keyrack {

// Gives the UTF-16 units of `utf8` to `put` one after another; false when it is not UTF-8.
template <typename Put>
bool for_each_utf16_unit(ByteView utf8, Put&& put) {
  while (!utf8.empty()) {
    const std::optional<std::uint32_t> point = take_utf8(utf8);
    if (!point) return false;
    if (*point < 0x10000) {
      put(static_cast<char16_t>(*point));
    } else {
      put(static_cast<char16_t>(0xd7c0 + (*point >> 10)));
      put(static_cast<char16_t>(0xdc00 + (*point & 0x3ff)));
    }
  }
  return true;
}

// A friendlyName (BMPString by RFC 2985, in practice UTF-16: any plane) as UTF-8. Every input has a
// result no longer than three bytes for each unit: a lone surrogate becomes U+FFFD, zero units at
// the end, which some writers put there, are dropped. Nothing when the length is odd.
std::optional<std::string> decode_friendly_name(ByteView utf16_big_endian);

// The BMPString content for `utf8`; nothing when that is not UTF-8.
std::optional<std::vector<std::uint8_t>> encode_friendly_name(std::string_view utf8);

// `utf8` with its letters folded to one case, for comparing aliases: ASCII, Latin-1, Latin
// Extended-A, Greek and Cyrillic. Bytes that are not UTF-8 stay as they are.
std::string fold_case(std::string_view utf8);

}  // namespace keyrack
