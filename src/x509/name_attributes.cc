// SPDX-License-Identifier: Apache-2.0
#include "x509/name_attributes.h"

namespace keyrack {

bool are_sub_identifiers(ByteView content) {
  bool at_start = true;
  for (const std::uint8_t byte : content) {
    if (at_start && byte == 0x80) return false;
    at_start = byte < 0x80;
  }
  return at_start;
}

}  // namespace keyrack
