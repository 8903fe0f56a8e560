// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "keystore/pkcs12_ber.h"

namespace keyrack {

enum class BagKind : std::uint8_t { kKey, kShroudedKey, kCertificate, kCrl, kSecret };

// One bag of a safe (RFC 7292 section 4.2). Its views live as long as the file's bytes and the
// buffers it was read with.
struct Pkcs12Bag {
  BagKind kind = BagKind::kSecret;
  std::uint32_t index = 0;  // among all bags of the file, nested ones in their place, from 0
  // kKey: PrivateKeyInfo; kShroudedKey: EncryptedPrivateKeyInfo; kCertificate, kCrl: DER;
  // kSecret: the SecretBag.
  ByteView value = {};
  std::optional<std::string> friendly_name = {};  // UTF-8
  ByteView local_key_id = {};                     // empty: none
  bool is_trusted = false;                        // has the JDK's trusted-certificate attribute
};

// What the walk over all safes of one file fills.
struct BagList {
  std::vector<Pkcs12Bag> bags;
  // Damaged bags: with index and the stage that failed. Their source is the caller's to fill in.
  std::vector<Error> problems;
  ber::Buffers buffers;
  std::uint32_t next_index = 0;
};

// A file with certificates and no key is a trust store: all of its certificates are trusted, marked
// or not.
bool has_no_keys(std::span<const Pkcs12Bag> bags);

// Reads the SafeContents `safe`, nested ones included. A damaged bag becomes a problem and hides
// no other. Fails only with kLimitExceeded, beyond `max_bags`.
Result<void> read_safe_contents(ByteView safe, std::size_t max_bags, BagList& list);

}  // namespace keyrack
