// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/trust_store.h>
#include <openssl/x509.h>

#include "base/openssl_ptr.h"

namespace keyrack {

inline void free_name_stack(STACK_OF(X509_NAME) * names) {
  sk_X509_NAME_pop_free(names, X509_NAME_free);
}
using NameStackPtr = OpenSslPtr<STACK_OF(X509_NAME), free_name_stack>;

// What a server announces to clients that it asks for a certificate (RFC 8446 section 4.2.4): the
// subjects of `trust` in order, without parsing a certificate and without the bundled roots, whose
// names would tell a client nothing. Null when memory is out.
NameStackPtr issuer_names(const TrustStore& trust);

}  // namespace keyrack
