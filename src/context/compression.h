// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/secure_context_options.h>
#include <openssl/types.h>

namespace keyrack {

// Certificate compression, where the OpenSSL in use has it. Comes after the identities: they are
// compressed once, here.
Result<void> apply_compression(SSL_CTX* context, const SecureContextOptions& options);

}  // namespace keyrack
