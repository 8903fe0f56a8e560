// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/secure_context_options.h>
#include <openssl/types.h>

namespace keyrack {

// Finite-field Diffie-Hellman of a server, as `dh` says. Parameters below 2048 bits are refused
// (RFC 9325 section 4.5), below 1024 always.
Result<void> apply_diffie_hellman(SSL_CTX* context, const SecureContextOptions& options);

}  // namespace keyrack
