// SPDX-License-Identifier: Apache-2.0
#include "context/compression.h"

#include <openssl/crypto.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/tls_features.h"
#include "context/option_error.h"

namespace keyrack {
namespace {

// RFC 8879 section 7.3, from 1.
constexpr std::array<std::string_view, 3> kAlgorithms{"zlib", "brotli", "zstd"};

std::string unsupported() {
  return std::string("not in the OpenSSL in use (") + OpenSSL_version(OPENSSL_VERSION) +
         "); if_supported ignores it";
}

}  // namespace

Result<void> apply_compression(SSL_CTX* context, const SecureContextOptions& options) {
  const CertificateCompression& wanted = options.certificate_compression;
  std::vector<int> usable;
  for (const std::string& name : wanted.algorithms) {
    const auto* const found = std::ranges::find(kAlgorithms, name);
    if (found == kAlgorithms.end()) {
      return bad_option("certificate_compression", name, "is none of zlib, brotli, zstd");
    }
    const int number = static_cast<int>(found - kAlgorithms.begin()) + 1;
    if (std::ranges::count(usable, number) > 0) {
      return bad_option("certificate_compression", name, "named twice");
    }
    // Alone, because OpenSSL leaves out what it was built without.
    if (set_certificate_compression(context, {number})) {
      usable.push_back(number);
    } else if (!wanted.if_supported) {
      return bad_option("certificate_compression", name, unsupported());
    }
  }
  if (usable.empty()) return {};
  if (!set_certificate_compression(context, usable)) {
    return bad_option("certificate_compression", wanted.algorithms.front(), "OpenSSL refuses it");
  }
  if (!options.identities.empty() && !compress_certificates(context)) {
    return bad_option("certificate_compression", wanted.algorithms.front(),
                      "OpenSSL cannot compress the certificates");
  }
  return {};
}

}  // namespace keyrack
