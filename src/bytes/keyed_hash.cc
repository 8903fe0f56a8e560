// SPDX-License-Identifier: Apache-2.0
#include "bytes/keyed_hash.h"

#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstring>

#include "bytes/load.h"

namespace keyrack {
namespace {

__extension__ typedef unsigned __int128 Wide;

// Odd constants without a pattern: binary digits of e, of the golden ratio and of the
// square roots of 3 and 5, rounded to odd.
constexpr std::uint64_t kDigitsOfE = 0xadf85458a2bb4a9b;
constexpr std::uint64_t kDigitsOfPhi = 0x9e3779b97f4a7c15;
constexpr std::uint64_t kDigitsOfSqrt3 = 0xbb67ae8584caa73b;
constexpr std::uint64_t kDigitsOfSqrt5 = 0x3c6ef372fe94f82b;

std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

}  // namespace

std::uint64_t keyed_hash(ByteView bytes, std::uint64_t seed) {
  const std::uint64_t key = fold(seed ^ kDigitsOfE, kDigitsOfPhi) ^ kDigitsOfSqrt3;
  std::uint64_t state = fold(seed ^ kDigitsOfSqrt5, key);
  const std::uint8_t* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 16; at += 16, left -= 16) {
    state = fold(load_little_endian<std::uint64_t>(at) ^ state,
                 load_little_endian<std::uint64_t>(at + 8) ^ key);
  }
  std::uint8_t tail[16] = {};
  if (left != 0) std::memcpy(tail, at, left);
  state = fold(load_little_endian<std::uint64_t>(tail) ^ state,
               load_little_endian<std::uint64_t>(tail + 8) ^ key);
  // The size tells a tail of zeros from a shorter input.
  return fold(state ^ kDigitsOfE, key ^ bytes.size());
}

std::uint64_t process_seed() {
  static const std::uint64_t seed = [] {
    std::uint64_t random = 0;
    if (::getentropy(&random, sizeof(random)) == 0) return random;
    // No entropy source (an old kernel in a sandbox): the clock is better than a constant.
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  }();
  return seed;
}

}  // namespace keyrack
