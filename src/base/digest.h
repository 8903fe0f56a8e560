// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>

#include <array>
#include <cstdint>
#include <span>

namespace keyrack {

using Sha256 = std::array<std::uint8_t, 32>;

// The SHA-256 (FIPS 180-4) of `bytes` by libcrypto. kOpenSsl when libcrypto has none to offer.
Result<Sha256> sha256(std::span<const std::uint8_t> bytes);

}  // namespace keyrack
