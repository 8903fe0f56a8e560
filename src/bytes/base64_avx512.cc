// SPDX-License-Identifier: Apache-2.0
// 64 characters a step with AVX-512 VBMI: one byte permutation over two registers looks all of them
// up. What a step may take is cut at the first character that is not in the alphabet, so the end
// of a line of any length needs no other path; only groups torn by white space do.
#if defined(__x86_64__)

#include <immintrin.h>

#include <array>
#include <bit>

#include "bytes/base64_alphabet.h"
#include "bytes/base64_groups.h"

#define KEYRACK_TARGET __attribute__((target("avx512f,avx512bw,avx512vbmi,bmi,bmi2")))

namespace keyrack::base64 {
namespace {

constexpr std::size_t kStep = 64;
// The last group, padded or not, and a line break are left to finish().
constexpr std::ptrdiff_t kLongestTail = 6;

// Drops the unused top byte of every 32-bit group and puts the others into big-endian order.
constexpr std::array<std::uint8_t, 64> kPack = [] {
  std::array<std::uint8_t, 64> pack{};
  for (unsigned i = 0; i < 48; ++i) pack[i] = static_cast<std::uint8_t>(i / 3 * 4 + 2 - i % 3);
  return pack;
}();

KEYRACK_TARGET inline __m512i pack_sextets(__m512i sextets, __m512i pack) {
  const __m512i pairs = _mm512_maddubs_epi16(sextets, _mm512_set1_epi32(0x01400140));
  const __m512i groups = _mm512_madd_epi16(pairs, _mm512_set1_epi32(0x00011000));
  // The unmasked form of g++ 12 warns of an uninitialised variable of its own.
  return _mm512_maskz_permutexvar_epi8(~0ull, pack, groups);
}

}  // namespace

KEYRACK_TARGET void decode_bulk_avx512(Cursor& cursor) {
  const __m512i low = _mm512_loadu_si512(kSextets.data());
  const __m512i high = _mm512_loadu_si512(kSextets.data() + 64);
  const __m512i pack = _mm512_loadu_si512(kPack.data());
  Cursor at = cursor;  // in registers: stores to `out` may alias `cursor`
  while (at.end - at.next > kLongestTail) {
    const auto left = static_cast<std::size_t>(at.end - at.next);
    const __mmask64 present = left >= kStep ? ~0ull : _bzhi_u64(~0ull, static_cast<unsigned>(left));
    const __m512i text = _mm512_maskz_loadu_epi8(present, at.next);
    const __m512i sextets = _mm512_permutex2var_epi8(low, text, high);
    const std::uint64_t not_plain = _mm512_movepi8_mask(_mm512_or_si512(sextets, text));
    // Bytes behind the end were loaded as zero, which is not in the alphabet.
    const auto usable = static_cast<std::size_t>(std::countr_zero(not_plain)) & ~std::size_t{3};
    _mm512_storeu_si512(at.out, pack_sextets(sextets, pack));
    if (not_plain == 0) [[likely]] {
      at.next += kStep;
      at.out += kStep / 4 * 3;
      skip_white_space(at);
      continue;
    }
    at.next += usable;
    at.out += usable / 4 * 3;
    skip_white_space(at);
    if (usable == 0 && !decode_stretch(at)) break;
  }
  cursor = at;
}

}  // namespace keyrack::base64

#endif
