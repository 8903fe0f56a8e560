// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/secure_context_options.h>
#include <openssl/types.h>

#include "context/session_binding.h"

namespace keyrack {

// How sessions are kept, for how long, and how many tickets go out.
Result<void> apply_sessions(SSL_CTX* context, const SecureContextOptions& options,
                            const SessionRules& rules);

}  // namespace keyrack
