// SPDX-License-Identifier: Apache-2.0
// The one place that decides what base64 is, as EVP_DecodeUpdate and PEM_read_bio decide it:
//
//   '=' counts as a character: at most two, nothing but white space after them, and all characters
//       together are a multiple of four;
//   '-' after a whole group ends the data, whatever comes behind it;
//   bytes up to 0x20 and from 0x80 are dropped at the end of a line, nowhere else.
//
// Two things of libcrypto's are not imitated: it takes lines in pieces of 254 characters, and the
// end of a piece for the end of a line in the last rule; and a zero byte hides the rest of its
// line (or of the file, which depends on the BIO), where here it is like any other such byte.
#pragma once

#include <algorithm>
#include <cstdint>

#include "bytes/base64_groups.h"

namespace keyrack::base64 {

// The end of the line when nothing but such bytes comes before it; otherwise `next`.
inline const std::uint8_t* skip_line_end_junk(const std::uint8_t* next, const std::uint8_t* end) {
  const std::uint8_t* const line_end = std::find(next, end, '\n');
  const bool is_junk =
      std::all_of(next, line_end, [](std::uint8_t c) { return c <= ' ' || c >= 0x80; });
  return is_junk ? line_end : next;
}

// Sextet::of(c) is the value of c, or more than 63 when it has none.
template <typename Sextet>
bool finish_with(Cursor& cursor) {
  std::uint32_t group = 0;
  unsigned count = 0;  // characters of the group, padding too
  unsigned padding = 0;
  while (cursor.next != cursor.end && *cursor.next != '-') {
    const std::uint8_t c = *cursor.next;
    const std::uint8_t value = Sextet::of(c);
    if (value < 64 || c == '=') {
      const bool is_padding = value >= 64;
      if (is_padding ? ++padding > 2 : padding > 0) return false;
      group = group << 6 | (is_padding ? 0u : value);
      if (++count == 4) {
        for (unsigned i = 0; i < 3 - padding; ++i) {
          *cursor.out++ = static_cast<std::uint8_t>(group >> (16 - 8 * i));
        }
        group = count = 0;
      }
      ++cursor.next;
    } else if (is_white_space(c)) {
      ++cursor.next;
    } else {
      const std::uint8_t* const behind = skip_line_end_junk(cursor.next, cursor.end);
      if (behind == cursor.next) return false;
      cursor.next = behind;
    }
  }
  return count == 0;
}

}  // namespace keyrack::base64
