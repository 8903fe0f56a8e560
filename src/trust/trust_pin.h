// SPDX-License-Identifier: Apache-2.0
// Which snapshot of a context's trust a connection holds on to.
#pragma once

#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

#include <memory>

#include "trust/trust_feed.h"
#include "trust/verification_pin.h"

namespace keyrack {

// The snapshot that a verification in `store` or in `context` would begin with now; null when it
// has no trust of keyrack's.
std::shared_ptr<const TrustSnapshot> current_trust(const X509_STORE* store);
std::shared_ptr<const TrustSnapshot> current_trust(const SSL_CTX* context);

// Lets `ssl` verify with the snapshot that is the newest now, and no other, until the next call:
// what is decided early in a handshake (a session-id context, the names of acceptable issuers) is
// then of the same trust as the verdict. Null when its SSL_CTX has no trust of keyrack's, or memory
// is out. On the SSL's own thread; an SSL whose SSL_CTX was changed afterwards has no pin.
std::shared_ptr<const TrustSnapshot> pin_trust(SSL* ssl);
// The one that was pinned, or else the newest.
std::shared_ptr<const TrustSnapshot> trust_of(const SSL* ssl);

}  // namespace keyrack
