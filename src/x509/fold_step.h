// SPDX-License-Identifier: Apache-2.0
// A step of folding a name: a few bytes to lower case, and what they would be if they were text.
#pragma once

#include <cstddef>
#include <cstdint>

#include "bytes/load.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace keyrack {

// One bit for each byte of a step, that of the first lowest.
struct StepClasses {
  std::uint64_t special = 0;  // control characters, and what is not ASCII
  std::uint64_t spaces = 0;
  friend bool operator==(const StepClasses&, const StepClasses&) = default;
};

// Eight characters in a word, one a byte, the first in the lowest. Every mask has the top bit of
// the bytes that it is about.
struct FoldedWord {
  std::uint64_t lower = 0;  // the characters, A to Z in lower case
  std::uint64_t special = 0;
  std::uint64_t spaces = 0;
};

inline constexpr std::uint64_t kByteOnes = 0x0101010101010101;
inline constexpr std::uint64_t kByteTops = kByteOnes * 0x80;

constexpr FoldedWord fold_word(std::uint64_t text) {
  const std::uint64_t ascii = text & ~kByteTops;
  const std::uint64_t others = text & kByteTops;
  const auto at_least = [ascii](unsigned bound) {
    return (ascii + kByteOnes * (0x80 - bound)) & kByteTops;
  };
  const std::uint64_t upper = at_least('A') & ~at_least('Z' + 1) & ~others;
  const std::uint64_t not_control = at_least(' ');
  return {.lower = text | upper >> 2,
          .special = others | (~not_control & kByteTops),
          .spaces = not_control & ~at_least(' ' + 1) & ~others};
}

// On every machine.
struct WordStep {
  static constexpr std::size_t kBytes = 8;

  static StepClasses fold(const std::uint8_t* from, std::uint8_t* to) {
    const FoldedWord word = fold_word(load_little_endian<std::uint64_t>(from));
    store_little_endian(word.lower, to);
    return {bits_of(word.special), bits_of(word.spaces)};
  }

 private:
  // The top bits of eight bytes, side by side.
  static constexpr std::uint64_t bits_of(std::uint64_t tops) {
    return (tops >> 7) * 0x0102040810204080 >> 56;
  }
};

#if defined(__SSE2__)

struct VectorStep {
  static constexpr std::size_t kBytes = 16;

  static StepClasses fold(const std::uint8_t* from, std::uint8_t* to) {
    const __m128i text = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    const __m128i upper = _mm_and_si128(_mm_cmpgt_epi8(text, _mm_set1_epi8('A' - 1)),
                                        _mm_cmplt_epi8(text, _mm_set1_epi8('Z' + 1)));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to),
                     _mm_or_si128(text, _mm_and_si128(upper, _mm_set1_epi8(0x20))));
    // The comparison is of signed bytes: what is not ASCII is below a space too.
    return {bits_of(_mm_cmplt_epi8(text, _mm_set1_epi8(' '))),
            bits_of(_mm_cmpeq_epi8(text, _mm_set1_epi8(' ')))};
  }

 private:
  static std::uint64_t bits_of(__m128i mask) {
    return static_cast<std::uint32_t>(_mm_movemask_epi8(mask));
  }
};
using FoldStep = VectorStep;

#else

using FoldStep = WordStep;

#endif

}  // namespace keyrack
