// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace keyrack::base64 {

// RFC 4648, table 1.
inline constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

inline constexpr std::uint8_t kNotInAlphabet = 0x80;

// The value of each ASCII character, or kNotInAlphabet.
inline constexpr std::array<std::uint8_t, 128> kSextets = [] {
  std::array<std::uint8_t, 128> table{};
  table.fill(kNotInAlphabet);
  for (std::uint8_t value = 0; value < 64; ++value) {
    table[static_cast<std::uint8_t>(kAlphabet[value])] = value;
  }
  return table;
}();

}  // namespace keyrack::base64
