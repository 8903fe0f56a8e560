// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bytes/byte_view.h"

namespace keyrack {

// An AlgorithmIdentifier (RFC 5280 section 4.1.1.2), as views into its DER.
struct AlgorithmIdentifier {
  std::string_view oid;  // content bytes of the object identifier
  ByteView parameters;   // what follows it
};

// Nothing when `element` is not one.
std::optional<AlgorithmIdentifier> read_algorithm_identifier(ByteView element);

// "1.2.840.113549.1.1.1" from the content bytes.
std::string dotted_oid(std::string_view oid);

bool equal_ignoring_case(std::string_view a, std::string_view b);  // ASCII

}  // namespace keyrack
