// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/library_context.h>
#include <keyrack/password.h>

#include "base/secret_bytes.h"
#include "bytes/byte_view.h"

namespace keyrack {

// Decrypts an EncryptedPrivateKeyInfo (RFC 5958 section 3) to the PrivateKeyInfo in it: one
// derivation, counted. Without a password kPasswordRequired, at once; a derivation above the
// default limits kLimitExceeded, before it is run; an algorithm that OpenSSL lacks kUnsupported,
// by name; otherwise kWrongPassword, since nobody can tell damage from a wrong password. The
// place is the caller's to add.
Result<SecretBytes> decrypt_private_key_info(ByteView der, const Password& password,
                                             const LibraryContext& library_context);

}  // namespace keyrack
