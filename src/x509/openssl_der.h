// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace keyrack {

// What libcrypto's encoder kEncode (an i2d_ function) makes of `object`; empty when it fails.
template <auto kEncode, typename T>
std::vector<std::uint8_t> to_der(const T* object) {
  const int size = kEncode(object, nullptr);
  if (size <= 0) return {};
  std::vector<std::uint8_t> der(static_cast<std::size_t>(size));
  unsigned char* out = der.data();
  if (kEncode(object, &out) != size) return {};
  return der;
}

}  // namespace keyrack
