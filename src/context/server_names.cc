// SPDX-License-Identifier: Apache-2.0
#include "context/server_names.h"

#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error_queue.h"
#include "context/context_data.h"
#include "context/option_error.h"
#include "keys/handshake_state.h"
#include "keys/host_name.h"
#include "keys/key_manager_state.h"
#include "keystore/identity_state.h"

namespace keyrack {
namespace {

struct KnownNames {
  std::vector<Identity> identities;
  std::optional<KeyManager> keys;

  bool contain(const std::string& name) const {
    const auto has_name = [&](const Identity& identity) {
      return X509_check_host(identity.state().leaf(), name.data(), name.size(), 0, nullptr) == 1;
    };
    if (std::ranges::any_of(identities, has_name)) return true;
    if (!keys) return false;
    KeyManager::State& manager = keys->state();
    return knows_name(manager.sources().lists, name, manager.names());
  }
};

int on_server_name(SSL* ssl, int* alert, void* argument) {
  const ErrorQueueGuard guard;
  const char* name = SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name);
  if (name == nullptr) return SSL_TLSEXT_ERR_OK;
  const std::string folded = fold_host_name(name);
  if (static_cast<const KnownNames*>(argument)->contain(folded)) return SSL_TLSEXT_ERR_OK;
  if (HandshakeState* handshake = get_handshake_state(ssl)) {
    handshake->error =
        Error{ErrorCode::kNoCredential, "no certificate has the name '" + folded + "'"};
  }
  *alert = SSL_AD_UNRECOGNIZED_NAME;
  return SSL_TLSEXT_ERR_ALERT_FATAL;
}

}  // namespace

Result<void> apply_server_names(SSL_CTX* context, const SecureContextOptions& options) {
  const bool refuses = options.unknown_name == UnknownName::kRefuse;
  if (options.role == Role::kClient) {
    return refuses ? bad_option("unknown_name", "kRefuse", "is for servers") : Result<void>();
  }
  if (!refuses && !(options.keys && options.keys->state().options().refuse_unknown_names)) {
    return {};
  }
  if (options.identities.empty() && !options.keys) {
    return bad_option("unknown_name", "kRefuse", "no certificate is configured that has a name");
  }
  auto* names = ContextData<KnownNames>::give(
      context, std::make_unique<KnownNames>(KnownNames{options.identities, options.keys}));
  if (names == nullptr) {
    return std::unexpected(openssl_error(ErrorCode::kOpenSsl, "memory is out"));
  }
  SSL_CTX_set_tlsext_servername_callback(context, on_server_name);
  SSL_CTX_set_tlsext_servername_arg(context, names);
  return {};
}

}  // namespace keyrack
