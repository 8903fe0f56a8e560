// SPDX-License-Identifier: Apache-2.0
// The password-based algorithms that a PKCS#12 file names, read but not yet run.
#pragma once

#include <keyrack/error.h>
#include <keyrack/key_store_limits.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "bytes/byte_view.h"
#include "keystore/pkcs12_ber.h"

namespace keyrack {

// How a password becomes key bytes: the PKCS#12 derivation (RFC 7292 appendix B), PBKDF2 (RFC 8018
// section 5.2) or scrypt (RFC 7914).
struct KeyDerivation {
  enum class Kind : std::uint8_t { kPkcs12, kPbkdf2, kScrypt };
  Kind kind = Kind::kPkcs12;
  const char* digest = "";        // OpenSSL's name; PBKDF2: of the HMAC; scrypt: unused
  ByteView salt;                  // borrowed from the file or its buffers
  std::uint64_t iterations = 1;   // scrypt: the cost N
  std::uint64_t block_size = 0;   // scrypt: r
  std::uint64_t parallelism = 0;  // scrypt: p
  std::optional<std::uint64_t> key_length = {};  // bytes, where the parameters say

  std::uint64_t cost() const;  // in iterations; scrypt: N * r * p
  std::string name() const;    // "PBKDF2-HMAC-SHA256", "scrypt", "PKCS12-SHA1"
};

// PBES2 (RFC 8018 section 6.2) or one of PKCS#12's own schemes (RFC 7292 appendix C).
struct Encryption {
  KeyDerivation derivation;
  const char* cipher = "";   // OpenSSL's name
  std::size_t key_size = 0;  // bytes
  ByteView iv;               // of PBES2; PKCS#12's own derive it
  bool is_legacy = false;    // the cipher lives in OpenSSL's legacy provider
};

// HMAC under a derived key: PKCS#12's own (RFC 7292 section 4) or PBMAC1 (RFC 9579).
struct MacAlgorithm {
  KeyDerivation derivation;
  const char* digest = "";   // of the HMAC
  std::size_t key_size = 0;  // bytes; 0: as long as the digest
  ByteView value;
};

// Each takes the content of its SEQUENCE. kUnsupported names what is not known; kBadDer is
// malformed parameters. Pieces are put together in `buffers`.
Result<Encryption> parse_encryption(ByteView algorithm_identifier, ber::Buffers& buffers);
Result<MacAlgorithm> parse_mac_data(ByteView mac_data, ber::Buffers& buffers);

// kLimitExceeded, naming the limit, when running `derivation` would cost more than allowed.
Result<void> check_limits(const KeyDerivation& derivation, const KeyStoreLimits& limits);

}  // namespace keyrack
