// SPDX-License-Identifier: Apache-2.0
#include "trust/unproven_certificate.h"

#include "base/error_queue.h"
#include "base/openssl_ptr.h"
#include "x509/openssl_name.h"

namespace keyrack {
namespace {

using TrustSettingsPtr = OpenSslPtr<X509_CERT_AUX, X509_CERT_AUX_free>;

}  // namespace

Result<UnprovenCertificate> parse_unproven(ByteView bytes, std::uint64_t seed) {
  const ErrorQueueGuard guard;
  const unsigned char* end = bytes.data();
  const X509Ptr certificate(d2i_X509(nullptr, &end, static_cast<long>(bytes.size())));
  if (!certificate) {
    return std::unexpected(openssl_error(ErrorCode::kBadDer, "not a certificate"));
  }
  return UnprovenCertificate{static_cast<std::size_t>(end - bytes.data()),
                             subject_hash(X509_get_subject_name(certificate.get()), seed)};
}

std::uint64_t subject_hash(const X509_NAME* name, std::uint64_t seed) {
  return canonical_name_hash(name, seed).value_or(0);
}

Result<std::size_t> trust_settings_size(ByteView bytes) {
  if (bytes.empty()) return 0;
  const ErrorQueueGuard guard;
  const unsigned char* end = bytes.data();
  const TrustSettingsPtr settings(
      d2i_X509_CERT_AUX(nullptr, &end, static_cast<long>(bytes.size())));
  if (!settings) {
    return std::unexpected(
        openssl_error(ErrorCode::kBadDer, "the trust settings behind the certificate are bad"));
  }
  return static_cast<std::size_t>(end - bytes.data());
}

}  // namespace keyrack
