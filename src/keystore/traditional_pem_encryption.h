// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/library_context.h>
#include <keyrack/password.h>

#include <string_view>

#include "base/secret_bytes.h"
#include "bytes/byte_view.h"

namespace keyrack {

// Whether the encapsulated headers of a PEM block (RFC 1421 section 4.6) say that its body is
// encrypted: "Proc-Type: 4,ENCRYPTED".
bool is_traditionally_encrypted(std::string_view headers);

// Decrypts such a body as OpenSSL has always done it: the key is one MD5 round over password and
// salt, the salt the first eight bytes of the IV in "DEK-Info: AES-256-CBC,0123...". Without a
// password kPasswordRequired; a cipher that OpenSSL lacks kUnsupported, by name; otherwise
// kWrongPassword. The place is the caller's to add.
Result<SecretBytes> decrypt_traditional_pem(std::string_view headers, ByteView ciphertext,
                                            const Password& password,
                                            const LibraryContext& library_context);

}  // namespace keyrack
