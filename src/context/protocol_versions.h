// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/secure_context.h>
#include <openssl/types.h>

namespace keyrack {

// Sets the versions asked for; the default of OpenSSL and its configuration file for the others.
Result<void> apply_versions(SSL_CTX* context, const SecureContextOptions& options);

// Compares the versions that `context` will speak with those asked for, once everything that
// bears on them is set: OpenSSL takes a minimum above the maximum, versions that its security level
// leaves nothing to sign with, and versions without a cipher, and fails in the handshake.
Result<void> check_versions(SSL_CTX* context, const SecureContextOptions& options);

}  // namespace keyrack
