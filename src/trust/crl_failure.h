// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/x509_vfy.h>

#include <string>

namespace keyrack {

// What went wrong with a revocation list in a verification that failed, for whoever has to provide
// a better one; empty when it failed for another reason. libcrypto's own words name neither issuer
// nor date.
std::string crl_failure(X509_STORE_CTX* verification);

}  // namespace keyrack
