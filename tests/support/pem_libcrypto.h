// SPDX-License-Identifier: Apache-2.0
// For tests and fuzzing: what libcrypto makes of base64 and PEM, beside keyrack.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bytes/byte_view.h"

namespace keyrack::testing {

// What EVP_DecodeUpdate and EVP_DecodeFinal make of base64 text; nothing where they refuse it.
std::optional<std::vector<std::uint8_t>> libcrypto_base64(ByteView text);

// How the first block of `text` as libcrypto reads it differs from the same as keyrack reads it.
// Empty where they agree, and where keyrack's own rules (see pem_scanner.cc) let them differ.
std::string pem_difference(ByteView text);

}  // namespace keyrack::testing
