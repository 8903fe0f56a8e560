// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/library_context.h>
#include <openssl/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/openssl_ptr.h"

namespace keyrack {

// What a connection of the client context `context` would offer in an extension of its ClientHello
// that is a list of numbers (TLSEXT_TYPE_supported_groups, TLSEXT_TYPE_signature_algorithms; RFC
// 8446 section 4.2). Empty without that extension, and when OpenSSL can offer nothing at all. Talks
// to nobody.
std::vector<std::uint16_t> offered_by(SSL_CTX* context, unsigned extension);

// Tells which groups and signature algorithms OpenSSL really offers for a list, by reading the
// ClientHello it would send (RFC 8446 section 4.1.2): it has no function that says so, and drops
// in silence what its security level or the versions do not allow.
class ClientHelloProbe {
 public:
  // Offers under the security level and versions of `model`.
  ClientHelloProbe(SSL_CTX* model, const LibraryContext& library_context);

  // The numbers that are offered for `list` (RFC 8446 sections 4.2.7 and 4.2.3); none when OpenSSL
  // refuses it, or has nothing to offer for it.
  std::vector<std::uint16_t> groups(const std::string& list);
  std::vector<std::uint16_t> signature_algorithms(const std::string& list);

 private:
  std::vector<std::uint16_t> offered(unsigned extension);

  SSL_CTX* model_;
  SslCtxPtr context_;
};

}  // namespace keyrack
