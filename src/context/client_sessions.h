// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <openssl/ssl.h>

#include <string>

#include "context/session_binding.h"

namespace keyrack {

// Lets `ssl`, a client's, verify with the trust of now and bind its sessions to that trust and
// `peer`, for good.
Result<Sha256> bind_connection(SSL* ssl, const SessionRules& rules, const std::string& peer);

// Whether `session` was made under this binding.
bool is_bound_to(const SSL_SESSION* session, const Sha256& binding);

// Makes every connection of a client context begin so: one that was not bound before is bound to
// the trust of that moment and the peer that it names, and a session that was made otherwise is
// not offered, whoever set it. Takes over the info callback.
Result<void> apply_client_sessions(SSL_CTX* context, const SessionRules& rules);

}  // namespace keyrack
