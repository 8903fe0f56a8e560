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
  // Takes over the server-name callback, which refuses unknown names with unrecognized_name, where
  // the manager says that they are refused.
  bool owns_server_name = false;
};
Result<void> attach_keys(SSL_CTX* context, const KeyManager& manager, const AttachRules& rules);

}  // namespace keyrack
