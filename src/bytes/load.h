// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace keyrack {

// The integer whose bytes, least significant first, are at `at`, aligned or not: the same on every
// machine.
template <typename Word>
Word load_little_endian(const std::uint8_t* at) {
  Word word;
  std::memcpy(&word, at, sizeof(word));
  if constexpr (std::endian::native == std::endian::big) word = std::byteswap(word);
  return word;
}

inline void store_little_endian(std::uint64_t word, std::uint8_t* at) {
  if constexpr (std::endian::native == std::endian::big) word = std::byteswap(word);
  std::memcpy(at, &word, sizeof(word));
}

}  // namespace keyrack
