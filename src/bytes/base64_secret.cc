// SPDX-License-Identifier: Apache-2.0
// Values by arithmetic alone, so that neither time nor cache tells one character of the alphabet
// from another. In bytes throughout: compilers then make vector code of a step's loop.
#include <array>
#include <cstdint>

#include "bytes/base64.h"
#include "bytes/base64_alphabet.h"
#include "bytes/base64_finish.h"

namespace keyrack::base64 {
namespace {

using Byte = std::uint8_t;

// 0xff when `low` <= c <= `high` < 128, otherwise 0: only then do both differences borrow.
constexpr Byte mask_in_range(Byte c, Byte low, Byte high) {
  const Byte below = static_cast<Byte>(low - 1 - c);
  const Byte above = static_cast<Byte>(c - high - 1);
  const Byte both = static_cast<Byte>(below & above);
  return static_cast<Byte>(0 - (both >> 7));
}

struct ArithmeticSextet {
  static constexpr Byte of(Byte c) {
    const Byte upper = mask_in_range(c, 'A', 'Z');
    const Byte lower = mask_in_range(c, 'a', 'z');
    const Byte digit = mask_in_range(c, '0', '9');
    const Byte plus = mask_in_range(c, '+', '+');
    const Byte slash = mask_in_range(c, '/', '/');
    const Byte any = static_cast<Byte>(upper | lower | digit | plus | slash);
    return static_cast<Byte>((upper & static_cast<Byte>(c - 'A')) |
                             (lower & static_cast<Byte>(c - 'a' + 26)) |
                             (digit & static_cast<Byte>(c - '0' + 52)) | (plus & 62) |
                             (slash & 63) | (~any & kNotInAlphabet));
  }
};

// Decodes `kStep` characters at a time for as long as all of them are of the alphabet.
template <std::size_t kStep>
void decode_steps(Cursor& cursor) {
  while (static_cast<std::size_t>(cursor.end - cursor.next) >= kStep) {
    std::array<Byte, kStep> sextets;
    for (std::size_t i = 0; i < kStep; ++i) sextets[i] = ArithmeticSextet::of(cursor.next[i]);
    Byte all = 0;
    for (const Byte sextet : sextets) all = static_cast<Byte>(all | sextet);
    if (all & kNotInAlphabet) return;
    for (std::size_t i = 0; i < kStep; i += 4) {
      *cursor.out++ = static_cast<Byte>(sextets[i] << 2 | sextets[i + 1] >> 4);
      *cursor.out++ = static_cast<Byte>(sextets[i + 1] << 4 | sextets[i + 2] >> 2);
      *cursor.out++ = static_cast<Byte>(sextets[i + 2] << 6 | sextets[i + 3]);
    }
    cursor.next += kStep;
  }
}

}  // namespace

std::optional<std::size_t> decode_secret(ByteView body, std::uint8_t* out) {
  Cursor cursor{body.data(), body.data() + body.size(), out};
  const std::uint8_t* start = nullptr;
  while (start != cursor.next) {
    start = cursor.next;
    decode_steps<16>(cursor);
    decode_steps<4>(cursor);  // what is left of a line
    skip_white_space(cursor);
  }
  if (!finish_with<ArithmeticSextet>(cursor)) return std::nullopt;
  return static_cast<std::size_t>(cursor.out - out);
}

}  // namespace keyrack::base64
