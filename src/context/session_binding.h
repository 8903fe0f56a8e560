// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/secure_context_options.h>
#include <openssl/types.h>

#include <string>
#include <string_view>

#include "base/digest.h"

namespace keyrack {

// What a session of a context is bound to besides its trust.
struct SessionRules {
  std::string id_context;    // configured, or this context's own
  std::string verification;  // the rules that the other end was verified by
};
// Reads them off the options; a server that verifies its clients and has no id gets a random one.
// Comes when the security level is set.
Result<SessionRules> session_rules(SSL_CTX* context, const SecureContextOptions& options);

// The id (SSL_set_session_id_context) of sessions that were made under these rules, a trust of this
// identity and, in a client, for this peer. libssl resumes a session only under its own id, in TLS
// 1.2 and 1.3: what was verified otherwise is verified again.
Result<Sha256> session_binding(const SessionRules& rules, const Sha256& trust,
                               std::string_view peer = {});

// Gives the sessions of `ssl` that id. False when OpenSSL refuses.
bool set_session_binding(SSL* ssl, const Sha256& binding);

// Whether `ssl` has been through a handshake before the one that it is in. A connection keeps the
// trust that it began with.
bool is_renegotiating(const SSL* ssl);

}  // namespace keyrack
