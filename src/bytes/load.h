// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
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

// The same of `size` bytes, 1 to 7; what is above them is 0.
inline std::uint64_t load_short(const std::uint8_t* at, std::size_t size) {
  if (size >= 4) {
    const std::uint64_t head = load_little_endian<std::uint32_t>(at);
    const std::uint64_t tail = load_little_endian<std::uint32_t>(at + size - 4);
    return head | tail << (size - 4) * 8;
  }
  const std::size_t middle = size / 2;
  return std::uint64_t{at[0]} | std::uint64_t{at[middle]} << middle * 8 |
         std::uint64_t{at[size - 1]} << (size - 1) * 8;
}

}  // namespace keyrack
