// SPDX-License-Identifier: Apache-2.0
// The outer layers of a PKCS#12 file (RFC 7292 section 4): what is there, before any password.
#pragma once

#include <keyrack/error.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "keystore/pkcs12_algorithm.h"
#include "keystore/pkcs12_ber.h"

namespace keyrack {

// One safe of the authenticated safe.
struct Pkcs12Safe {
  ByteView content;                      // SafeContents, or its ciphertext
  std::optional<Encryption> encryption;  // nothing: not encrypted
};

struct Pfx {
  ByteView authenticated_safe;           // what the MAC is over
  std::optional<MacAlgorithm> mac = {};  // nothing: integrity is not protected
  // In file order; one that is malformed, or encrypted in an unknown way, is an error.
  std::vector<Result<Pkcs12Safe>> safes = {};
};

// More safes than any writer makes: every encrypted one costs a derivation.
inline constexpr std::size_t kMaxSafes = 1000;

// Reads the outer layers. Views live as long as `bytes` and `buffers`. Bytes after the PFX are
// ignored. Fails with kEmptyInput, kBadDer, kLimitExceeded beyond kMaxSafes, or kUnsupported for
// what is named: a JKS key store, integrity by public key, an unknown MAC.
Result<Pfx> parse_pfx(ByteView bytes, ber::Buffers& buffers);

}  // namespace keyrack
