// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/library_context.h>

#include "base/openssl_ptr.h"
#include "keystore/private_key_numbers.h"

namespace keyrack {

// libcrypto's key made from its numbers, by EVP_PKEY_fromdata over wiped buffers: neither the
// decoder nor OSSL_PARAM_BLD, which leave a copy of the key in the heap on OpenSSL 3.0. Null when
// libcrypto refuses them, with the reason in the error queue.
//
// An EC key without its public part gets the derived one. What is checked: as in libcrypto's own
// loader, that an EC point lies on its curve; beyond it, on P-256, that the point belongs to the
// private value (7 us there, 750 us on P-384). RSA numbers are taken as they are: libcrypto checks
// each result of the CRT parameters with the public exponent before it leaves the library.
EvpPkeyPtr make_private_key(const PrivateKeyNumbers& numbers,
                            const LibraryContext& library_context);

}  // namespace keyrack
