// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "bytes/byte_view.h"

namespace keyrack {

inline constexpr std::size_t kLongestPlainName = 128;

// Writes what fold_case() makes of canonical_name(`name`) in one pass, for the names that nearly
// all certificates have: one attribute an RDN, of a type of X.520, ASCII with single spaces, no
// more than kLongestPlainName bytes. `out` has room for so many. Returns the size; 0, for any other
// name, means nothing but that this is not the way to read it.
std::size_t fold_plain_name(ByteView name, std::uint8_t* out);

// Every byte from 'A' to 'Z' in lower case, those of DER headers too.
void fold_case(std::span<std::uint8_t> bytes);

}  // namespace keyrack
