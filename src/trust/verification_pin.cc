// SPDX-License-Identifier: Apache-2.0
#include "trust/verification_pin.h"

#include <atomic>

namespace keyrack {
namespace {

constinit std::atomic<FindPin> find_connections_pin{nullptr};

int verification_index() {
  static const int index =
      X509_STORE_CTX_get_ex_new_index(0, nullptr, nullptr, forget_pin, free_pin);
  return index;
}

const Pin* connections_pin(X509_STORE_CTX* verification) {
  const FindPin find = find_connections_pin.load(std::memory_order_acquire);
  return find == nullptr ? nullptr : find(verification);
}

}  // namespace

void free_pin(void*, void* pin, CRYPTO_EX_DATA*, int, long, void*) {
  delete static_cast<Pin*>(pin);
}

// SSL_dup() copies pointers.
int forget_pin(CRYPTO_EX_DATA*, const CRYPTO_EX_DATA*, void** pin, int, long, void*) {
  *pin = nullptr;
  return 1;
}

void find_connections_pins_with(FindPin find) {
  find_connections_pin.store(find, std::memory_order_release);
}

const TrustSnapshot* snapshot_of(X509_STORE_CTX* verification, const TrustFeed& feed) {
  if (const TrustSnapshot* fixed = feed.fixed()) return fixed;
  auto* const earlier =
      static_cast<Pin*>(X509_STORE_CTX_get_ex_data(verification, verification_index()));
  if (earlier != nullptr && feed.has_made(**earlier)) return earlier->get();
  const Pin* of_connection = connections_pin(verification);
  const bool is_pinned = of_connection != nullptr && feed.has_made(**of_connection);
  const auto set = [verification](Pin* pin) {
    return X509_STORE_CTX_set_ex_data(verification, verification_index(), pin);
  };
  const Pin* kept = keep_pin(earlier, is_pinned ? *of_connection : feed.current(), set);
  return kept == nullptr ? nullptr : kept->get();
}

}  // namespace keyrack
