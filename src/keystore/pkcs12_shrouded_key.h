// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>

#include "keystore/pkcs12_algorithm.h"
#include "keystore/pkcs12_ber.h"

namespace keyrack {

// EncryptedPrivateKeyInfo (RFC 5958 section 3), read but not decrypted. Views live as long as what
// they were read from and `buffers`.
struct ShroudedKey {
  Encryption encryption;
  ByteView ciphertext;
};

// `whole` is the element. kBadDer for what is malformed, kUnsupported for an encryption that is
// named.
Result<ShroudedKey> parse_shrouded_key(ByteView whole, ber::Buffers& buffers);

}  // namespace keyrack
