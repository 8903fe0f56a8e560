// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bytes/byte_view.h"

namespace keyrack {

enum class HexCase { kLower, kUpper };

inline std::string to_hex(ByteView bytes, HexCase letters = HexCase::kLower) {
  const char* const digits = letters == HexCase::kLower ? "0123456789abcdef" : "0123456789ABCDEF";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const std::uint8_t byte : bytes) {
    text += digits[byte >> 4];
    text += digits[byte & 0xf];
  }
  return text;
}

}  // namespace keyrack
