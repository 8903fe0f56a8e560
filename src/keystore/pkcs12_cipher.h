// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/library_context.h>

#include <span>

#include "base/secret_bytes.h"
#include "keystore/pkcs12_algorithm.h"
#include "keystore/pkcs12_password.h"

namespace keyrack {

// Decrypts with the first of `forms` that gives exactly one SEQUENCE, which is what safes and
// private keys are. One KDF run for each form tried; forms that the derivation cannot tell apart
// are tried once. kWrongPassword when none does (wrong password or damaged: nobody can tell which),
// kUnsupported when OpenSSL lacks the algorithm, by name. Limits are the caller's to check before.
Result<SecretBytes> decrypt(const Encryption& encryption, ByteView ciphertext,
                            std::span<const Pkcs12Password> forms,
                            const LibraryContext& library_context);

// Encrypts under one form of the password: one KDF run.
Result<SecretBytes> encrypt(const Encryption& encryption, ByteView plain,
                            const Pkcs12Password& password, const LibraryContext& library_context);

}  // namespace keyrack
