// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "keystore/pkcs12_ber.h"

namespace keyrack {

// An object identifier as OpenSSL knows it.
struct Oid {
  int nid = 0;       // NID_undef when OpenSSL does not know it
  std::string name;  // "hmacWithSHA256", or the dotted numbers
};

// Nothing when what comes next is not a valid OBJECT IDENTIFIER.
std::optional<Oid> read_oid(ber::Reader& reader);

// The OBJECT IDENTIFIER of an NID that OpenSSL knows, as DER.
std::vector<std::uint8_t> encode_oid(int nid);

}  // namespace keyrack
