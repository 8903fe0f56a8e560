// SPDX-License-Identifier: Apache-2.0
#include "keys/algorithm_identifier.h"

#include <algorithm>
#include <cctype>
#include <cstdint>

#include "bytes/der.h"

namespace keyrack {

std::optional<AlgorithmIdentifier> read_algorithm_identifier(ByteView element) {
  der::Reader outer(element);
  const auto sequence = outer.read(der::kSequence);
  if (!sequence) return std::nullopt;
  der::Reader inner(sequence->content);
  const auto oid = inner.read(der::kOid);
  if (!oid) return std::nullopt;
  return AlgorithmIdentifier{as_text(oid->content), inner.rest()};
}

std::string dotted_oid(std::string_view oid) {
  std::string text;
  std::uint64_t arc = 0;
  for (const std::uint8_t byte : as_bytes(oid)) {
    arc = arc << 7 | (byte & 0x7fu);
    if (byte & 0x80u) continue;
    if (text.empty()) {
      const std::uint64_t first = std::min<std::uint64_t>(arc / 40, 2);
      text = std::to_string(first) + "." + std::to_string(arc - 40 * first);
    } else {
      text += "." + std::to_string(arc);
    }
    arc = 0;
  }
  return text;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

}  // namespace keyrack
