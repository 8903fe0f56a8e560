// SPDX-License-Identifier: Apache-2.0
// What some versions of OpenSSL's libssl have and others have not.
#pragma once

#include <openssl/types.h>

#include <cstdint>
#include <vector>

namespace keyrack {

// The SSL_OP_ bits that have a meaning here.
std::uint64_t known_ssl_options();

// Certificate compression (RFC 8879), which came with OpenSSL 3.2.
bool has_certificate_compression();
// Makes `context` use the algorithms, by their numbers in the RFC, in that order. False: OpenSSL
// refuses, or has none of them.
bool set_certificate_compression(SSL_CTX* context, std::vector<int> algorithms);
// Compresses the certificates of `context` once, for all handshakes.
bool compress_certificates(SSL_CTX* context);

}  // namespace keyrack
