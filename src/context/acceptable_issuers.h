// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/secure_context.h>
#include <openssl/types.h>

namespace keyrack {

// Announces the subjects of `trust` and `extra_trust` to clients that a server asks for a
// certificate (RFC 8446 section 4.2.4), in the order given and without parsing a certificate. The
// bundled roots are not announced: a thousand names would tell a client nothing.
Result<void> announce_issuers(SSL_CTX* context, const SecureContextOptions& options);

}  // namespace keyrack
