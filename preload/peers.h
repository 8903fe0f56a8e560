// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/x509.h>

namespace keyrack::preload {

// What d2i_X509 does for `size` bytes that a peer sent, but that the same bytes give the same X509
// for as long as they are among those that were asked for last. Null where the bytes are no
// certificate or too many to be kept, and nothing has changed: then the original must be called.
// Any thread; a child may use it after fork().
X509* shared_peer(X509** certificate, const unsigned char** at, long size) noexcept;

}  // namespace keyrack::preload
