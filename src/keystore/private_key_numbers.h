// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <variant>

#include "bytes/byte_view.h"

namespace keyrack {

// The structure that holds a private key.
enum class PrivateKeyForm {
  kPkcs8,  // PrivateKeyInfo (RFC 5208; RFC 5958 version 1)
  kPkcs1,  // RSAPrivateKey (RFC 8017 appendix A.1.2): RSA PRIVATE KEY
  kSec1,   // ECPrivateKey (RFC 5915): EC PRIVATE KEY
  kDsa,    // OpenSSL's own: DSA PRIVATE KEY
};

// The numbers of a private key as unsigned big-endian views into its DER, named as in RFC 8017.
struct RsaNumbers {
  ByteView n, e, d, p, q, dp, dq, qi;
};

struct NamedCurve {
  std::string_view oid;  // DER content
  const char* name;      // libcrypto's
  std::size_t field_bytes;
  bool has_fast_multiplication;  // in libcrypto: 7 us on P-256, but 750 us on P-384
};

struct EcNumbers {
  const NamedCurve* curve = nullptr;
  ByteView private_value;
  ByteView public_point;  // uncompressed, or empty where the key has none
};

// Ed25519, Ed448, X25519, X448 (RFC 8410): the private key is a string of bytes.
struct RawNumbers {
  const char* type = nullptr;  // libcrypto's name
  ByteView private_bytes;
};

using PrivateKeyNumbers = std::variant<RsaNumbers, EcNumbers, RawNumbers>;

// Reads the usual private keys: RSA with two primes and their CRT parameters, EC on P-256, P-384
// or P-521, and RFC 8410's, in plain DER without attributes. Nothing means "unusual", not "bad":
// libcrypto's decoder decides. Neither branches nor addresses depend on a secret number but for
// its length and leading zeros. Allocates nothing.
std::optional<PrivateKeyNumbers> read_private_key(PrivateKeyForm form, ByteView der);

// libcrypto's name for the key type of a PrivateKeyInfo, for narrowing its decoder; null when it
// is not one of those that TLS uses.
const char* pkcs8_key_type(ByteView der);

}  // namespace keyrack
