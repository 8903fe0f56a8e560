// SPDX-License-Identifier: Apache-2.0
#include "context/bound_sessions.h"

#include <openssl/ssl.h>

#include <memory>
#include <mutex>
#include <utility>

#include "base/error_queue.h"
#include "context/acceptable_issuers.h"
#include "context/context_data.h"
#include "keys/handshake_state.h"
#include "trust/trust_pin.h"

namespace keyrack {
namespace {

using Snapshot = std::shared_ptr<const TrustSnapshot>;

// What a snapshot means for the connections of one context. Immutable.
struct SnapshotTerms {
  Snapshot snapshot;
  Sha256 binding{};
  NameStackPtr issuers;
};

class BoundSessions {
 public:
  BoundSessions(SessionRules rules, Snapshot first)
      : rules_(std::move(rules)), first_(std::move(first)) {}

  bool begin(SSL* ssl) {
    const Snapshot snapshot = pin_trust(ssl);
    const auto terms = snapshot ? terms_of(snapshot) : nullptr;
    if (!terms || !set_session_binding(ssl, terms->binding)) {
      return false;
    }
    // The context itself announces the issuers of the first one.
    return snapshot == first_ || announce(ssl, terms->issuers.get());
  }

 private:
  std::shared_ptr<const SnapshotTerms> terms_of(const Snapshot& snapshot) {
    const std::lock_guard lock(mutex_);
    if (newest_ && newest_->snapshot == snapshot) return newest_;
    const auto identity = snapshot->identity();
    const auto binding = identity ? session_binding(rules_, *identity) : identity;
    if (!binding) return nullptr;
    NameStackPtr issuers = snapshot == first_ ? nullptr : issuer_names(snapshot->trust());
    if (snapshot != first_ && !issuers) return nullptr;
    newest_ = std::make_shared<const SnapshotTerms>(snapshot, *binding, std::move(issuers));
    return newest_;
  }

  static bool announce(SSL* ssl, const STACK_OF(X509_NAME) * issuers) {
    STACK_OF(X509_NAME)* copy = SSL_dup_CA_list(issuers);
    if (copy == nullptr) return false;
    SSL_set_client_CA_list(ssl, copy);
    return true;
  }

  const SessionRules rules_;
  const Snapshot first_;
  std::mutex mutex_;
  std::shared_ptr<const SnapshotTerms> newest_;
};

int on_client_hello(SSL* ssl, int* alert, void* argument) {
  const ErrorQueueGuard guard;
  note_client_hello(ssl, alert, nullptr);  // for a key manager, which had this callback before
  if (is_renegotiating(ssl)) return SSL_CLIENT_HELLO_SUCCESS;
  if (static_cast<BoundSessions*>(argument)->begin(ssl)) return SSL_CLIENT_HELLO_SUCCESS;
  *alert = SSL_AD_INTERNAL_ERROR;
  return SSL_CLIENT_HELLO_ERROR;
}

}  // namespace

Result<void> bind_sessions_to_trust(SSL_CTX* context, SessionRules rules) {
  const Snapshot first = current_trust(context);
  NameStackPtr issuers = first ? issuer_names(first->trust()) : nullptr;
  auto* bound = ContextData<BoundSessions>::give(
      context, std::make_unique<BoundSessions>(std::move(rules), first));
  if (!issuers || bound == nullptr) {
    return std::unexpected(
        openssl_error(ErrorCode::kOpenSsl, "cannot list the acceptable issuers of clients"));
  }
  SSL_CTX_set_client_CA_list(context, issuers.release());
  SSL_CTX_set_client_hello_cb(context, on_client_hello, bound);
  return {};
}

}  // namespace keyrack
