// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "bytes/base64.h"
#include "bytes/base64_alphabet.h"

namespace keyrack::base64 {
namespace {

constexpr std::size_t kLineBytes = 48;  // 64 characters (RFC 7468 section 2)

// One group of one to three bytes.
void append_group(std::string& text, ByteView bytes) {
  std::uint32_t group = 0;
  for (std::size_t i = 0; i < 3; ++i) group = group << 8 | (i < bytes.size() ? bytes[i] : 0u);
  for (std::size_t i = 0; i < 4; ++i) {
    text += i <= bytes.size() ? kAlphabet[group >> (18 - 6 * i) & 63] : '=';
  }
}

}  // namespace

std::string encode_lines(ByteView bytes) {
  std::string text;
  text.reserve((bytes.size() / kLineBytes + 1) * 65);
  while (!bytes.empty()) {
    ByteView line = bytes.first(std::min(kLineBytes, bytes.size()));
    bytes = bytes.subspan(line.size());
    while (!line.empty()) {
      const ByteView group = line.first(std::min<std::size_t>(3, line.size()));
      append_group(text, group);
      line = line.subspan(group.size());
    }
    text += '\n';
  }
  return text;
}

}  // namespace keyrack::base64
