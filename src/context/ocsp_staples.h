// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/secure_context_options.h>
#include <openssl/types.h>

namespace keyrack {

// Makes a server staple its OCSP responses (RFC 6066 section 8, RFC 8446 section 4.4.2.1) to
// clients that ask: the newest one about the certificate that is presented, as long as it is
// valid. Takes over the status callback.
Result<void> apply_ocsp_staples(SSL_CTX* context, const SecureContextOptions& options);

}  // namespace keyrack
