// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bytes/byte_view.h"

namespace keyrack {

enum class KeyAlgorithm : std::uint8_t { kOther, kRsa, kRsaPss, kDsa, kDh, kEc, kEd25519, kEd448 };

// A public key as far as selection cares.
struct PublicKeyTraits {
  KeyAlgorithm algorithm = KeyAlgorithm::kOther;
  std::string name;         // the JDK's ("EdDSA"), or the dotted object identifier
  std::uint32_t bits = 0;   // of the modulus, the prime or the curve; 0: not known
  std::uint16_t group = 0;  // TLS code point of the curve (RFC 8422); 0: none has one
};

// `spki` is a SubjectPublicKeyInfo element. What cannot be read is left at its default.
PublicKeyTraits read_public_key(ByteView spki);

// Of a curve by its name in TLS ("secp256r1").
std::optional<std::uint16_t> group_of_name(std::string_view name);

// Whether a key can sign a handshake with the scheme. From TLS 1.3 on the scheme names the curve
// and RSA signs with PSS only.
bool can_sign(const PublicKeyTraits& key, std::uint16_t scheme, bool is_tls13);

}  // namespace keyrack
