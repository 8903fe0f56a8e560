// SPDX-License-Identifier: Apache-2.0
// Writes DER, and BER from it, for tests of parsers.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "bytes/byte_view.h"
#include "bytes/der_writer.h"

namespace keyrack::testing {

using Bytes = std::vector<std::uint8_t>;

// One element around the concatenated parts.
inline Bytes der_element(std::uint8_t tag, std::initializer_list<ByteView> parts) {
  return der::write(tag, parts);
}
inline Bytes der_element(std::uint8_t tag, std::string_view content) {
  return der_element(tag, {as_bytes(content)});
}

// The same values in the loosest BER: every constructed element of indefinite length, every octet
// string (also one tagged [0]) in pieces of pieces, every other length with octets to spare.
Bytes to_ber(ByteView der);

}  // namespace keyrack::testing
