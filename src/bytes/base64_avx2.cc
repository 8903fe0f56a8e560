// SPDX-License-Identifier: Apache-2.0
// 32 characters a step with AVX2. A character is told from its two nibbles: one table look-up by
// the high nibble says which row of ASCII it is in, one by the low nibble in which rows that
// column is not base64; their conjunction is zero for the alphabet alone.
#if defined(__x86_64__)

#include <immintrin.h>

#include <array>
#include <bit>

#include "bytes/base64_alphabet.h"
#include "bytes/base64_groups.h"

#define KEYRACK_TARGET __attribute__((target("avx2,bmi")))

namespace keyrack::base64 {
namespace {

constexpr std::ptrdiff_t kStep = 32;

using NibbleTable = std::array<std::uint8_t, 16>;

// Rows with the same columns in the alphabet share a bit: 4 and 6, 5 and 7, all the empty ones.
constexpr std::uint8_t row_bit(unsigned high) {
  switch (high) {
    case 2: return 1;
    case 3: return 2;
    case 4:
    case 6: return 4;
    case 5:
    case 7: return 8;
    default: return 16;
  }
}

constexpr NibbleTable kRowBit = [] {
  NibbleTable table{};
  for (unsigned high = 0; high < 16; ++high) table[high] = row_bit(high);
  return table;
}();

constexpr NibbleTable kRowsWithout = [] {
  NibbleTable table{};
  for (unsigned low = 0; low < 16; ++low) {
    table[low] = 16;
    for (unsigned high = 2; high < 8; ++high) {
      if (kSextets[high * 16 + low] == kNotInAlphabet) table[low] |= row_bit(high);
    }
  }
  return table;
}();

// What to add to a character of each row; '/', alone in its offset, is looked up as row 1.
constexpr NibbleTable kOffset = [] {
  NibbleTable table{};
  table[1] = static_cast<std::uint8_t>(63 - '/');
  table[2] = static_cast<std::uint8_t>(62 - '+');
  table[3] = static_cast<std::uint8_t>(52 - '0');
  table[4] = table[5] = static_cast<std::uint8_t>(0 - 'A');
  table[6] = table[7] = static_cast<std::uint8_t>(26 - 'a');
  return table;
}();

KEYRACK_TARGET inline __m256i both_lanes(const NibbleTable& table) {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(&table)));
}

// 24 bytes out of 32 sextets, then 8 of no meaning.
KEYRACK_TARGET inline __m256i pack_sextets(__m256i sextets) {
  const __m256i pairs = _mm256_maddubs_epi16(sextets, _mm256_set1_epi32(0x01400140));
  const __m256i groups = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x00011000));
  const __m256i order = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1));
  const __m256i lanes = _mm256_shuffle_epi8(groups, order);
  return _mm256_permutevar8x32_epi32(lanes, _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7));
}

}  // namespace

KEYRACK_TARGET void decode_bulk_avx2(Cursor& cursor) {
  const __m256i row_bits = both_lanes(kRowBit);
  const __m256i rows_without = both_lanes(kRowsWithout);
  const __m256i offsets = both_lanes(kOffset);
  const __m256i nibble = _mm256_set1_epi8(0x0f);
  Cursor at = cursor;  // in registers: stores to `out` may alias `cursor`
  for (;;) {
    std::size_t usable = 0;
    if (at.end - at.next >= kStep) {
      const __m256i text = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at.next));
      const __m256i high = _mm256_and_si256(_mm256_srli_epi16(text, 4), nibble);
      const __m256i low = _mm256_and_si256(text, nibble);
      const __m256i bad = _mm256_and_si256(_mm256_shuffle_epi8(row_bits, high),
                                           _mm256_shuffle_epi8(rows_without, low));
      const __m256i is_slash = _mm256_cmpeq_epi8(text, _mm256_set1_epi8('/'));
      const __m256i offset = _mm256_shuffle_epi8(offsets, _mm256_add_epi8(high, is_slash));
      const __m256i packed = pack_sextets(_mm256_add_epi8(text, offset));
      const auto plain = static_cast<std::uint32_t>(
          _mm256_movemask_epi8(_mm256_cmpeq_epi8(bad, _mm256_setzero_si256())));
      usable = static_cast<std::size_t>(std::countr_one(plain)) & ~std::size_t{3};
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(at.out), packed);
      if (plain == ~0u) [[likely]]
        usable = kStep;
      at.next += usable;
      at.out += usable / 4 * 3;
      skip_white_space(at);
    }
    if (usable == 0 && !decode_stretch(at)) break;
  }
  cursor = at;
}

}  // namespace keyrack::base64

#endif
