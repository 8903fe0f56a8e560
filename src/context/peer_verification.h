// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/secure_context.h>
#include <openssl/types.h>

#include <string>
#include <vector>

namespace keyrack {

// Whom a context of `options` trusts.
struct ResolvedTrust {
  std::vector<TrustSource> trust;
  bool is_default = false;
};
Result<ResolvedTrust> resolve_trust(const SecureContextOptions& options);

// Whether the context asks the other end for a certificate at all.
bool verifies_peer(const SecureContextOptions& options);

// Makes `context` verify: a client its server, always, and only where the connection says whom it
// calls; a server its clients, as client_auth says. Chains are those of the context's own store.
Result<void> apply_verification(SSL_CTX* context, const SecureContextOptions& options);

// The name or address that a verification with `param` insists on; empty: none.
std::string named_peer(X509_VERIFY_PARAM* param);

// Lets this connection of a client verify without naming its server.
Result<void> allow_any_server(SSL* ssl);

}  // namespace keyrack
