// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/secure_context_options.h>

namespace keyrack {

// `options` with the keys of its PKCS#12 among the identities and, where they are to be trusted,
// the other certificates in extra_trust. Every key must have a certificate, a password that fits
// and a key type of its own; a file without a key is an error, unless its certificates are trusted.
// What is damaged behind a good MAC is an error too.
Result<SecureContextOptions> with_pkcs12(const SecureContextOptions& options);

}  // namespace keyrack
