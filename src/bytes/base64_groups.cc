// SPDX-License-Identifier: Apache-2.0
#include "bytes/base64_groups.h"

#include <array>

#include "bytes/base64.h"
#include "bytes/base64_alphabet.h"
#include "bytes/base64_finish.h"

namespace keyrack::base64 {
namespace {

constexpr std::uint32_t kBadGroup = 1u << 31;

// For each place in a group, what a character adds to the group's 24 bits, or kBadGroup.
constexpr std::array<std::array<std::uint32_t, 256>, 4> kPlaces = [] {
  std::array<std::array<std::uint32_t, 256>, 4> places{};
  for (unsigned place = 0; place < 4; ++place) {
    places[place].fill(kBadGroup);
    for (unsigned value = 0; value < 64; ++value) {
      places[place][static_cast<std::uint8_t>(kAlphabet[value])] = value << (18 - 6 * place);
    }
  }
  return places;
}();

std::uint32_t group_at(const std::uint8_t* c) {
  return kPlaces[0][c[0]] | kPlaces[1][c[1]] | kPlaces[2][c[2]] | kPlaces[3][c[3]];
}

void put_group(Cursor& cursor, std::uint32_t group) {
  cursor.out[0] = static_cast<std::uint8_t>(group >> 16);
  cursor.out[1] = static_cast<std::uint8_t>(group >> 8);
  cursor.out[2] = static_cast<std::uint8_t>(group);
  cursor.out += 3;
}

// A group with white space inside.
bool decode_torn_group(Cursor& cursor) {
  std::uint32_t group = 0;
  const std::uint8_t* next = cursor.next;
  for (unsigned place = 0; place < 4; ++next) {
    if (next == cursor.end) return false;
    if (is_white_space(*next)) continue;
    group |= kPlaces[place++][*next];
    if (group & kBadGroup) return false;
  }
  put_group(cursor, group);
  cursor.next = next;
  return true;
}

struct TableSextet {
  static std::uint8_t of(std::uint8_t c) { return c < 128 ? kSextets[c] : kNotInAlphabet; }
};

// The last group and the end of its line, as nearly all bodies end. False, without having moved,
// for anything else.
bool finish_plainly(Cursor& cursor) {
  const auto left = cursor.end - cursor.next;
  if (left != 4 && (left != 5 || cursor.next[4] != '\n')) return false;
  const std::uint8_t* const c = cursor.next;
  const unsigned padding = c[3] != '=' ? 0 : c[2] != '=' ? 1 : 2;
  std::uint32_t group = kPlaces[0][c[0]] | kPlaces[1][c[1]];
  if (padding < 2) group |= kPlaces[2][c[2]];
  if (padding < 1) group |= kPlaces[3][c[3]];
  if (group & kBadGroup) return false;
  for (unsigned i = 0; i < 3 - padding; ++i) {
    *cursor.out++ = static_cast<std::uint8_t>(group >> (16 - 8 * i));
  }
  cursor.next = cursor.end;
  return true;
}

}  // namespace

bool decode_stretch(Cursor& cursor) {
  const std::uint8_t* const start = cursor.next;
  while (cursor.end - cursor.next >= 4) {
    const std::uint32_t group = group_at(cursor.next);
    if (group & kBadGroup) break;
    put_group(cursor, group);
    cursor.next += 4;
  }
  skip_white_space(cursor);
  return cursor.next != start || decode_torn_group(cursor);
}

void decode_bulk_scalar(Cursor& cursor) {
  while (decode_stretch(cursor)) {
  }
}

bool finish(Cursor& cursor) { return finish_plainly(cursor) || finish_with<TableSextet>(cursor); }

}  // namespace keyrack::base64
