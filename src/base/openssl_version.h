// SPDX-License-Identifier: Apache-2.0
// Everything that depends on OpenSSL's version or flavour. Nothing outside src/base asks for it.
#pragma once

#include <openssl/opensslv.h>

#if OPENSSL_VERSION_NUMBER < 0x30000000L
#error "keyrack needs OpenSSL 3.0 or newer"
#endif
