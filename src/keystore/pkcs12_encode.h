// SPDX-License-Identifier: Apache-2.0
// Writes the structures of PKCS#12 (RFC 7292) as DER: what pkcs12_pfx.h, pkcs12_bags.h and
// pkcs12_algorithm.h read.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "bytes/byte_view.h"
#include "keystore/pkcs12_algorithm.h"

namespace keyrack {

struct BagAttributes {
  std::optional<std::vector<std::uint8_t>> friendly_name = {};  // BMPString content
  ByteView local_key_id = {};                                   // empty: none
  bool is_trusted = false;                                      // the JDK's attribute
};

// A SafeBag of the kind `id` (see pkcs12_oids.h) around `value`, one element.
std::vector<std::uint8_t> encode_bag(std::string_view id, ByteView value,
                                     const BagAttributes& attributes);
// The same with a certificate as its value.
std::vector<std::uint8_t> encode_certificate_bag(ByteView certificate,
                                                 const BagAttributes& attributes);

// EncryptedPrivateKeyInfo.
std::vector<std::uint8_t> encode_shrouded_key(const Encryption& encryption, ByteView ciphertext);

// ContentInfo around the SafeContents `safe`, and around its ciphertext.
std::vector<std::uint8_t> encode_data(ByteView safe);
std::vector<std::uint8_t> encode_encrypted_data(const Encryption& encryption, ByteView ciphertext);

// The file: `mac` null leaves the MAC out.
std::vector<std::uint8_t> encode_pfx(ByteView authenticated_safe, const MacAlgorithm* mac);

}  // namespace keyrack
