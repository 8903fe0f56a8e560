// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/secure_context.h>
#include <openssl/types.h>

namespace keyrack {

// Makes `context` present the identities of `options`, each with its own issuers. Two of one key
// type are an error: OpenSSL would keep the last.
Result<void> present_identities(SSL_CTX* context, const SecureContextOptions& options);

}  // namespace keyrack
