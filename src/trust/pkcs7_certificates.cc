// SPDX-License-Identifier: Apache-2.0
#include "trust/pkcs7_certificates.h"

#include "base/error_queue.h"
#include "base/openssl_ptr.h"

namespace keyrack {
namespace {

void free_bytes(unsigned char* bytes) { OPENSSL_free(bytes); }

// Borrowed from the message; null when it carries none.
const STACK_OF(X509) * certificates_of(const PKCS7* message) {
  if (PKCS7_type_is_signed(message)) return message->d.sign->cert;
  if (PKCS7_type_is_signedAndEnveloped(message)) return message->d.signed_and_enveloped->cert;
  return nullptr;
}

}  // namespace

Result<CertificateList> pkcs7_certificates(ByteView bytes) {
  const ErrorQueueGuard guard;
  const unsigned char* at = bytes.data();
  const Pkcs7Ptr message(d2i_PKCS7(nullptr, &at, static_cast<long>(bytes.size())));
  if (!message) return std::unexpected(openssl_error(ErrorCode::kBadDer, "not a PKCS#7 message"));
  const STACK_OF(X509)* certificates = certificates_of(message.get());
  CertificateList list;
  for (int i = 0; i < sk_X509_num(certificates); ++i) {
    unsigned char* der = nullptr;
    const int size = i2d_X509(sk_X509_value(certificates, i), &der);
    const OpenSslPtr<unsigned char, free_bytes> owner(der);
    if (size <= 0) {
      return std::unexpected(openssl_error(ErrorCode::kBadDer, "a certificate without encoding"));
    }
    list.emplace_back(der, der + size);
  }
  return list;
}

}  // namespace keyrack
