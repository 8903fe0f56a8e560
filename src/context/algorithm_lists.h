// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/secure_context_options.h>
#include <openssl/types.h>

namespace keyrack {

// Sets the groups of key exchange and the signature algorithms, where they are named. Every element
// must be something that OpenSSL offers at the security level and versions that are set by now:
// OpenSSL takes a list and offers less, without a word.
Result<void> apply_algorithm_lists(SSL_CTX* context, const SecureContextOptions& options);

}  // namespace keyrack
