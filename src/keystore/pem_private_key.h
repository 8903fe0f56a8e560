// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/library_context.h>
#include <keyrack/password.h>

#include <memory>

#include "bytes/pem_scanner.h"
#include "keystore/private_key.h"

namespace keyrack {

// Whether a block is a private key, encrypted or not.
bool is_private_key(PemKind kind);

// The private key of such a block. PKCS#8 and the traditional forms, both plain and encrypted. The
// body is decoded by the constant-time path into memory that is wiped. Never prompts: an encrypted
// key without a password is kPasswordRequired. The place of an error is the caller's to add.
Result<std::shared_ptr<const PrivateKey>> load_private_key(const PemBlock& block,
                                                           const Password& password,
                                                           const LibraryContext& library_context);

}  // namespace keyrack
