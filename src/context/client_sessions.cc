// SPDX-License-Identifier: Apache-2.0
#include "context/client_sessions.h"

#include <openssl/crypto.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include "base/error_queue.h"
#include "context/context_data.h"
#include "context/peer_verification.h"
#include "trust/trust_pin.h"

namespace keyrack {
namespace {

void free_binding(void*, void* binding, CRYPTO_EX_DATA*, int, long, void*) {
  delete static_cast<Sha256*>(binding);
}

// SSL_dup() copies pointers: the copy begins unbound.
int forget_binding(CRYPTO_EX_DATA*, const CRYPTO_EX_DATA*, void** binding, int, long, void*) {
  *binding = nullptr;
  return 1;
}

int binding_slot() {
  static const int index = SSL_get_ex_new_index(0, nullptr, nullptr, forget_binding, free_binding);
  return index;
}

Result<Sha256> begin(SSL* ssl, const SessionRules& rules, const std::string& peer) {
  const auto failed = [](const char* what) {
    return std::unexpected(openssl_error(ErrorCode::kOpenSsl, what));
  };
  const auto snapshot = pin_trust(ssl);
  if (snapshot == nullptr) return failed("cannot hold on to the trust of a connection");
  const Result<Sha256> identity = snapshot->identity();
  const auto binding = identity ? session_binding(rules, *identity, peer) : identity;
  if (binding && !set_session_binding(ssl, *binding)) {
    return failed("cannot set a session id context");
  }
  return binding;
}

void on_info(const SSL* ssl, int where, int) {
  if ((where & SSL_CB_HANDSHAKE_START) == 0 || is_renegotiating(ssl)) return;
  const ErrorQueueGuard guard;
  // libssl gives the callback its own SSL as const.
  SSL* own = const_cast<SSL*>(ssl);
  const auto* rules = ContextData<SessionRules>::of(SSL_get_SSL_CTX(ssl));
  const auto* bound = static_cast<const Sha256*>(SSL_get_ex_data(ssl, binding_slot()));
  Result<Sha256> binding;
  if (bound != nullptr) {
    binding = *bound;
  } else if (rules != nullptr) {
    binding = begin(own, *rules, named_peer(SSL_get0_param(own)));
  }
  const SSL_SESSION* offered = SSL_get_session(ssl);
  if (offered != nullptr && !(binding && is_bound_to(offered, *binding))) {
    SSL_set_session(own, nullptr);
  }
}

}  // namespace

Result<Sha256> bind_connection(SSL* ssl, const SessionRules& rules, const std::string& peer) {
  const auto binding = begin(ssl, rules, peer);
  if (!binding) return binding;
  auto kept = std::make_unique<Sha256>(*binding);
  if (SSL_set_ex_data(ssl, binding_slot(), kept.get()) != 1) {
    return std::unexpected(openssl_error(ErrorCode::kOpenSsl, "memory is out"));
  }
  static_cast<void>(kept.release());
  return binding;
}

bool is_bound_to(const SSL_SESSION* session, const Sha256& binding) {
  unsigned size = 0;
  const unsigned char* id = SSL_SESSION_get0_id_context(session, &size);
  return std::ranges::equal(std::span(id, size), binding);
}

Result<void> apply_client_sessions(SSL_CTX* context, const SessionRules& rules) {
  if (ContextData<SessionRules>::give(context, std::make_unique<SessionRules>(rules)) == nullptr) {
    return std::unexpected(openssl_error(ErrorCode::kOpenSsl, "memory is out"));
  }
  SSL_CTX_set_info_callback(context, on_info);
  return {};
}

}  // namespace keyrack
