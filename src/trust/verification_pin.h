// SPDX-License-Identifier: Apache-2.0
// Which snapshot of a store's trust a verification holds on to. Needs no libssl, which a program
// that verifies chains may do without.
#pragma once

#include <openssl/x509_vfy.h>

#include <memory>
#include <utility>

#include "trust/trust_feed.h"

namespace keyrack {

using Pin = std::shared_ptr<const TrustSnapshot>;

// Callbacks of the ex_data that holds a Pin: the owner's end, and its copy, which begins without.
void free_pin(void*, void* pin, CRYPTO_EX_DATA*, int, long, void*);
int forget_pin(CRYPTO_EX_DATA*, const CRYPTO_EX_DATA*, void** pin, int, long, void*);

// Keeps `snapshot` in the place of an earlier one; `set` puts the pointer where it is found again,
// and tells whether it did. Null when memory is out.
template <typename Set>
const Pin* keep_pin(Pin* earlier, Pin snapshot, Set set) {
  if (earlier != nullptr) {
    *earlier = std::move(snapshot);
    return earlier;
  }
  auto pin = std::make_unique<Pin>(std::move(snapshot));
  return set(pin.get()) == 1 ? pin.release() : nullptr;
}

// How the pin of the connection that is being verified is found, or null: told before the first
// connection gets one. Any thread.
using FindPin = const Pin* (*)(X509_STORE_CTX* verification);
void find_connections_pins_with(FindPin find);

// For the callbacks of a store over `feed`: the snapshot of this verification, from its first call
// to its end. The connection's pinned one, where it is this feed's. Borrowed from `verification`;
// null when memory is out.
const TrustSnapshot* snapshot_of(X509_STORE_CTX* verification, const TrustFeed& feed);

}  // namespace keyrack
