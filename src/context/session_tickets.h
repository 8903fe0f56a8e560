// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/secure_context_options.h>
#include <openssl/types.h>

namespace keyrack {

// Makes a server seal and open its tickets with `ticket_keys`. Takes over the ticket callback.
Result<void> apply_ticket_keys(SSL_CTX* context, const SecureContextOptions& options);

}  // namespace keyrack
