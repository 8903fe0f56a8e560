// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/x509_vfy.h>

namespace keyrack::preload {

// Makes `store` look into the default folder (SSL_CERT_DIR, or libcrypto's own) as
// X509_LOOKUP_store does, which reads files in every format. libcrypto opens and lists the folder
// when it is told; this leaves it until a look-up first finds nothing elsewhere. Changes of the
// variable from now on do not matter. False when memory runs out.
bool add_default_folder(X509_STORE* store, OSSL_LIB_CTX* context, const char* property_query);

}  // namespace keyrack::preload
