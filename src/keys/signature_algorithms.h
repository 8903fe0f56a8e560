// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bytes/byte_view.h"

namespace keyrack {

// A set of the signature algorithms of a certificate, one bit for each row of the table.
using SignatureSet = std::uint64_t;

struct SignatureTraits {
  SignatureSet bit = 0;  // 0: not in the table
  std::string name;      // the JDK's ("SHA256withECDSA"), or the dotted object identifier
};

// `algorithm` is an AlgorithmIdentifier element.
SignatureTraits read_signature_algorithm(ByteView algorithm);

// The certificate signatures that a TLS signature scheme (RFC 8446 section 4.2.3) stands for. As in
// the JDK, any RSASSA-PSS scheme stands for RSASSA-PSS with every hash.
SignatureSet signatures_of_scheme(std::uint16_t scheme);
// The same by the scheme's name or the JDK's; none for an unknown name.
SignatureSet signatures_of_name(std::string_view name);
// Every algorithm whose name begins with that of a digest ("MD5").
SignatureSet signatures_of_digest(std::string_view digest);

std::optional<std::uint16_t> scheme_of_name(std::string_view name);

}  // namespace keyrack
