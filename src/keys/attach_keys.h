// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/key_manager.h>
#include <keyrack/openssl.h>

namespace keyrack {

// attach(), with what only a context of keyrack's own may ask for.
struct AttachRules {
  HandshakeOptions handshake = {};
  // When the manager chooses nothing, the context's fixed identities stay.
  bool keeps_identities = false;
  // Take over the client-hello callback, which alone sees signature_algorithms_cert. Without it,
  // signature_algorithms is taken to hold for certificates too.
  bool may_take_client_hello = false;
};
Result<void> attach_keys(SSL_CTX* context, const KeyManager& manager, const AttachRules& rules);

}  // namespace keyrack
