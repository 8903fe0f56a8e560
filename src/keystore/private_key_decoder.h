// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/library_context.h>

#include "base/openssl_ptr.h"
#include "keystore/private_key_numbers.h"

namespace keyrack {

// Hands a private key to OSSL_DECODER, narrowed to the container and, where known, to the key
// type: what unusual keys take (several primes, explicit curves, DSA, RSASSA-PSS, providers' own
// types). About five times faster than PEM_read_bio_PrivateKey; leaves a copy of the DER in the
// heap on OpenSSL 3.0. Never asks for a password. Null when refused, with the reason in the error
// queue.
EvpPkeyPtr decode_private_key(PrivateKeyForm form, ByteView der,
                              const LibraryContext& library_context);

}  // namespace keyrack
