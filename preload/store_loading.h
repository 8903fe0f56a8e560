// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/x509_vfy.h>

#include "preload/bundle.h"

namespace keyrack::preload {

// Gives all of `bundle` to `store`. False where that would not be the same as loading it: the store
// has callbacks of the program's own, or the library context is not the same as before. Then
// libcrypto is to load it.
bool give_to_store(X509_STORE* store, const Bundle& bundle, OSSL_LIB_CTX* context,
                   const char* property_query);
// The same; where it is done, the error queue is left as libcrypto's loaders leave it.
bool load_into_store(X509_STORE* store, const Bundle& bundle, OSSL_LIB_CTX* context,
                     const char* property_query);

// The subjects in `bundle`, each once, in the order of the file; null when that is not what
// SSL_load_client_CA_file would give. The caller owns them.
STACK_OF(X509_NAME) * subjects_of(const Bundle& bundle);

}  // namespace keyrack::preload
