// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/secure_context_options.h>
#include <openssl/types.h>

namespace keyrack {

// Sets the security level, before all that it decides about, and OpenSSL's own options.
Result<void> apply_security(SSL_CTX* context, const SecureContextOptions& options);

// Whether the level that was asked for is still in force: a cipher list may have another.
Result<void> check_security(SSL_CTX* context, const SecureContextOptions& options);

}  // namespace keyrack
