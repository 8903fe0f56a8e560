// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/ssl.h>

#include <string>
#include <vector>

#include "keys/handshake_state.h"
#include "keys/selection_request.h"

namespace keyrack {

// What the handshake that `ssl` is in asks for: only within its certificate callback. A server's
// key types are those of `server_key_types` that the client's cipher suites leave (TLS 1.2 and
// below); a client's come from the CertificateRequest.
SelectionRequest handshake_request(SSL* ssl, const HandshakeState& handshake,
                                   const std::vector<std::string>& server_key_types);

}  // namespace keyrack
