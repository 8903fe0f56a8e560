// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/secure_context_options.h>
#include <openssl/types.h>

namespace keyrack {

// Makes a server refuse names (RFC 6066 section 3) that neither an identity nor an entry of the key
// manager has, where the context or the manager says so. Takes over the server-name callback.
Result<void> apply_server_names(SSL_CTX* context, const SecureContextOptions& options);

}  // namespace keyrack
