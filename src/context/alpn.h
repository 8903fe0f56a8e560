// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/secure_context.h>
#include <openssl/types.h>

#include <string>
#include <vector>

namespace keyrack {

// Offers (client) or selects from (server) the protocols of `options` (RFC 7301). A server prefers
// by its own order; without a common protocol it ends the handshake with no_application_protocol,
// and a client that offers none at all is served without one.
Result<void> apply_alpn(SSL_CTX* context, const SecureContextOptions& options);

// Offers `protocols` in this connection of a client.
Result<void> offer_protocols(SSL* ssl, const std::vector<std::string>& protocols);

}  // namespace keyrack
