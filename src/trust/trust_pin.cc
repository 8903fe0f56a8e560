// SPDX-License-Identifier: Apache-2.0
#include "trust/trust_pin.h"

#include "trust/store_adapter.h"
#include "trust/verification_pin.h"

namespace keyrack {
namespace {

int ssl_index() {
  static const int index = SSL_get_ex_new_index(0, nullptr, nullptr, forget_pin, free_pin);
  return index;
}

const Pin* pin_of(const SSL* ssl) { return static_cast<Pin*>(SSL_get_ex_data(ssl, ssl_index())); }

// That of the connection being verified, if it has one.
const Pin* ssl_pin_of(X509_STORE_CTX* verification) {
  const auto* ssl = static_cast<SSL*>(
      X509_STORE_CTX_get_ex_data(verification, SSL_get_ex_data_X509_STORE_CTX_idx()));
  return ssl == nullptr ? nullptr : pin_of(ssl);
}

}  // namespace

std::shared_ptr<const TrustSnapshot> current_trust(const X509_STORE* store) {
  const TrustFeed* feed = store == nullptr ? nullptr : StoreAdapter::feed_of(store);
  return feed == nullptr ? nullptr : feed->current();
}

std::shared_ptr<const TrustSnapshot> current_trust(const SSL_CTX* context) {
  return current_trust(SSL_CTX_get_cert_store(context));
}

std::shared_ptr<const TrustSnapshot> pin_trust(SSL* ssl) {
  Pin newest = current_trust(SSL_get_SSL_CTX(ssl));
  if (newest == nullptr) return nullptr;
  find_connections_pins_with(&ssl_pin_of);
  auto* const earlier = static_cast<Pin*>(SSL_get_ex_data(ssl, ssl_index()));
  const auto set = [ssl](Pin* pin) { return SSL_set_ex_data(ssl, ssl_index(), pin); };
  return keep_pin(earlier, newest, set) == nullptr ? nullptr : newest;
}

std::shared_ptr<const TrustSnapshot> trust_of(const SSL* ssl) {
  const X509_STORE* store = SSL_CTX_get_cert_store(SSL_get_SSL_CTX(ssl));
  const TrustFeed* feed = store == nullptr ? nullptr : StoreAdapter::feed_of(store);
  if (feed == nullptr) return nullptr;
  const Pin* pin = pin_of(ssl);
  return pin != nullptr && feed->has_made(**pin) ? *pin : feed->current();
}

}  // namespace keyrack
