// SPDX-License-Identifier: Apache-2.0
#include "trust/trust_pin.h"

#include <utility>

#include "trust/store_adapter.h"

namespace keyrack {
namespace {

using Pin = std::shared_ptr<const TrustSnapshot>;

void free_pin(void*, void* pin, CRYPTO_EX_DATA*, int, long, void*) {
  delete static_cast<Pin*>(pin);
}

// SSL_dup() copies pointers: the copy begins without a pin.
int forget_pin(CRYPTO_EX_DATA*, const CRYPTO_EX_DATA*, void** pin, int, long, void*) {
  *pin = nullptr;
  return 1;
}

int ssl_index() {
  static const int index = SSL_get_ex_new_index(0, nullptr, nullptr, forget_pin, free_pin);
  return index;
}

int verification_index() {
  static const int index =
      X509_STORE_CTX_get_ex_new_index(0, nullptr, nullptr, forget_pin, free_pin);
  return index;
}

const Pin* pin_of(const SSL* ssl) { return static_cast<Pin*>(SSL_get_ex_data(ssl, ssl_index())); }

// Keeps `snapshot` in the place of an earlier one; `set` puts the pointer where it is found again.
template <typename Set>
const Pin* keep(Pin* earlier, Pin snapshot, Set set) {
  if (earlier != nullptr) {
    *earlier = std::move(snapshot);
    return earlier;
  }
  auto pin = std::make_unique<Pin>(std::move(snapshot));
  return set(pin.get()) == 1 ? pin.release() : nullptr;
}

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
  auto* const earlier = static_cast<Pin*>(SSL_get_ex_data(ssl, ssl_index()));
  const auto set = [ssl](Pin* pin) { return SSL_set_ex_data(ssl, ssl_index(), pin); };
  return keep(earlier, newest, set) == nullptr ? nullptr : newest;
}

std::shared_ptr<const TrustSnapshot> trust_of(const SSL* ssl) {
  const X509_STORE* store = SSL_CTX_get_cert_store(SSL_get_SSL_CTX(ssl));
  const TrustFeed* feed = store == nullptr ? nullptr : StoreAdapter::feed_of(store);
  if (feed == nullptr) return nullptr;
  const Pin* pin = pin_of(ssl);
  return pin != nullptr && feed->has_made(**pin) ? *pin : feed->current();
}

const TrustSnapshot* snapshot_of(X509_STORE_CTX* verification, const TrustFeed& feed) {
  if (const TrustSnapshot* fixed = feed.fixed()) return fixed;
  auto* const earlier =
      static_cast<Pin*>(X509_STORE_CTX_get_ex_data(verification, verification_index()));
  if (earlier != nullptr && feed.has_made(**earlier)) return earlier->get();
  const Pin* of_ssl = ssl_pin_of(verification);
  const bool is_pinned = of_ssl != nullptr && feed.has_made(**of_ssl);
  const auto set = [verification](Pin* pin) {
    return X509_STORE_CTX_set_ex_data(verification, verification_index(), pin);
  };
  const Pin* kept = keep(earlier, is_pinned ? *of_ssl : feed.current(), set);
  return kept == nullptr ? nullptr : kept->get();
}

}  // namespace keyrack
