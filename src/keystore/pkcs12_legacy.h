// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/types.h>

namespace keyrack {

// A library context of keyrack's own in which OpenSSL's legacy provider (RC2, RC4) is loaded; the
// application's contexts never see it. Made when first asked for, kept until the process ends.
// Null when the provider cannot be loaded. Any thread.
OSSL_LIB_CTX* legacy_library_context();

}  // namespace keyrack
