// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/secure_context_options.h>
#include <openssl/types.h>

#include "context/session_binding.h"

namespace keyrack {

// Announces the acceptable issuers of clients, and makes a server that verifies them begin each
// connection with the trust of that moment: the verdict, the acceptable issuers that are announced,
// and which sessions resume are of one snapshot. Tickets and session ids die with the trust that
// they were issued under. Takes over the client-hello callback.
Result<void> bind_sessions_to_trust(SSL_CTX* context, SessionRules rules);

}  // namespace keyrack
