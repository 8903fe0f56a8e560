// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/secure_context_options.h>
#include <openssl/types.h>

#include <vector>

#include "context/session_binding.h"

namespace keyrack {

// Applies `options` to a new SSL_CTX in the order that SecureContextOptions documents: first what
// is spoken, then with whom.
Result<void> apply_protocol(SSL_CTX* context, const SecureContextOptions& options);
Result<void> apply_endpoints(SSL_CTX* context, const SecureContextOptions& options,
                             const std::vector<TrustSource>& trust, const SessionRules& rules);

}  // namespace keyrack
