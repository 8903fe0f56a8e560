// SPDX-License-Identifier: Apache-2.0
#include "context/present_identities.h"

#include <openssl/ssl.h>

#include <string>

#include "context/option_error.h"
#include "keystore/identity_state.h"

namespace keyrack {
namespace {

std::string position(std::size_t index) { return "number " + std::to_string(index + 1); }

bool is_same_type(const Identity& a, const Identity& b) {
  return EVP_PKEY_get_base_id(a.state().key()) == EVP_PKEY_get_base_id(b.state().key());
}

Result<void> present(SSL_CTX* context, const SecureContextOptions& options, std::size_t index) {
  const Identity::State& identity = options.identities[index].state();
  for (std::size_t earlier = 0; earlier < index; ++earlier) {
    if (is_same_type(options.identities[earlier], options.identities[index])) {
      return bad_option("identities", position(index), "has the same key type as an earlier one");
    }
  }
  if (identity.library_context() != options.library_context) {
    return bad_option("identities", position(index), "was made for another library context");
  }
  if (SSL_CTX_use_cert_and_key(context, identity.leaf(), identity.key(), identity.issuers(), 1) !=
      1) {
    return bad_option("identities", position(index), "OpenSSL refuses it");
  }
  return {};
}

}  // namespace

Result<void> present_identities(SSL_CTX* context, const SecureContextOptions& options) {
  // OpenSSL would complete a leaf's chain from the trust store, whose certificates say whom we
  // trust and not who we are; building it costs a tenth of every handshake.
  SSL_CTX_set_mode(context, SSL_MODE_NO_AUTO_CHAIN);
  for (std::size_t i = 0; i < options.identities.size(); ++i) {
    if (auto presented = present(context, options, i); !presented) return presented;
  }
  return {};
}

}  // namespace keyrack
