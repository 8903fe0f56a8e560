// SPDX-License-Identifier: Apache-2.0
#include "base/tls_features.h"

#include <openssl/ssl.h>

#include "base/openssl_version.h"

namespace keyrack {

std::uint64_t known_ssl_options() {
  // 3.0 numbers its options from 0 to 31, without 5.
  constexpr std::uint64_t kSince3_0 = 0xffffffff & ~SSL_OP_BIT(5);
  std::uint64_t known = kSince3_0;
#ifdef SSL_OP_NO_TX_CERTIFICATE_COMPRESSION
  known |= SSL_OP_NO_TX_CERTIFICATE_COMPRESSION | SSL_OP_NO_RX_CERTIFICATE_COMPRESSION;
#endif
#ifdef SSL_OP_ENABLE_KTLS_TX_ZEROCOPY_SENDFILE
  known |= SSL_OP_ENABLE_KTLS_TX_ZEROCOPY_SENDFILE;
#endif
#ifdef SSL_OP_PREFER_NO_DHE_KEX
  known |= SSL_OP_PREFER_NO_DHE_KEX;
#endif
#ifdef SSL_OP_LEGACY_EC_POINT_FORMATS
  known |= SSL_OP_LEGACY_EC_POINT_FORMATS;
#endif
  return known;
}

#if OPENSSL_VERSION_NUMBER >= 0x30200000L && !defined(OPENSSL_NO_COMP_ALG)

bool has_certificate_compression() { return true; }

bool set_certificate_compression(SSL_CTX* context, std::vector<int> algorithms) {
  return SSL_CTX_set1_cert_comp_preference(context, algorithms.data(), algorithms.size()) == 1;
}

bool compress_certificates(SSL_CTX* context) { return SSL_CTX_compress_certs(context, 0) == 1; }

#else

bool has_certificate_compression() { return false; }
bool set_certificate_compression(SSL_CTX*, std::vector<int>) { return false; }
bool compress_certificates(SSL_CTX*) { return false; }

#endif

}  // namespace keyrack
