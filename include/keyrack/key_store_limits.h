// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace keyrack {

// What reading a key store may cost. Checked before any derivation runs, so that a hostile file is
// refused (kLimitExceeded) at the price of reading its headers.
struct KeyStoreLimits {
  std::size_t max_bytes = 64u << 20;  // of the file
  std::size_t max_bags = 100'000;
  std::size_t max_salt_bytes = 1024;
  // Iterations of one derivation; scrypt counts as N * r * p. As in the JDK.
  std::uint64_t max_iterations = 5'000'000;
  // ... and of all that opening one file needs.
  std::uint64_t max_total_iterations = 20'000'000;
  std::uint64_t max_scrypt_bytes = 64u << 20;  // 128 * r * (N + p)
};

}  // namespace keyrack
