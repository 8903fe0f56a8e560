// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/library_context.h>
#include <openssl/ssl.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/openssl_ptr.h"

namespace keyrack {

inline void free_cipher_stack(STACK_OF(SSL_CIPHER) * ciphers) { sk_SSL_CIPHER_free(ciphers); }
using CipherStackPtr = OpenSslPtr<STACK_OF(SSL_CIPHER), free_cipher_stack>;

// A cipher option taken apart. Node.js writes both kinds into one list.
struct CipherLists {
  std::vector<std::string_view> elements;  // TLS 1.2 and below, views into the option
  std::vector<std::string_view> suites;    // TLS 1.3
};

// Splits at colons, commas, semicolons and spaces, as OpenSSL does. A TLS 1.3 suite is an element
// that begins with TLS_ and has no _WITH_ in it (RFC 8446 appendix B.4): the standard's names of
// older ciphers all have.
CipherLists split_ciphers(std::string_view option);

// Sets the lists `ciphers` and `ciphersuites` where they are not empty. An element that names
// nothing OpenSSL knows is an error, wherever it stands: OpenSSL itself ignores it as long as
// another one does. Excluding what OpenSSL no longer has (RC4, EXPORT) is none, nor are the two
// names in Node.js's default list that never had a cipher.
Result<void> apply_ciphers(SSL_CTX* context, std::string_view ciphers,
                           std::string_view ciphersuites, const LibraryContext& library_context);

}  // namespace keyrack
