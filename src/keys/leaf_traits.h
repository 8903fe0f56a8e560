// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "keys/public_key_traits.h"
#include "x509/certificate_fields.h"

namespace keyrack {

// Bits of KeyUsage (RFC 5280 section 4.2.1.3), by number.
enum KeyUsageBit : std::uint16_t {
  kDigitalSignature = 1u << 0,
  kKeyEncipherment = 1u << 2,
  kKeyAgreement = 1u << 4,
};

// What a leaf's extensions say about where it may be used.
struct LeafTraits {
  std::chrono::sys_seconds not_before{};
  std::chrono::sys_seconds not_after{};
  bool are_extensions_readable = true;
  std::optional<std::uint16_t> key_usage;  // absent: the certificate does not limit it
  bool allows_server = true;               // by extended key usage
  bool allows_client = true;
  std::vector<std::string> dns_names;                // of the SAN, folded
  std::vector<std::vector<std::uint8_t>> addresses;  // of the SAN, 4 or 16 bytes
  std::string common_name;                           // the most specific one, folded
};

LeafTraits read_leaf_traits(const CertificateFields& fields);

}  // namespace keyrack
