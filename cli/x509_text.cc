// SPDX-License-Identifier: Apache-2.0
#include "cli/x509_text.h"

#include <keyrack/certificate.h>

#include "base/openssl_ptr.h"
#include "cli/hex.h"

namespace keyrack::cli {

std::string name_text(const X509_NAME* name) {
  const BioPtr bio(BIO_new(BIO_s_mem()));
  // UTF-8 as it is; control characters stay escaped.
  constexpr unsigned long kFlags =
      XN_FLAG_RFC2253 & ~static_cast<unsigned long>(ASN1_STRFLGS_ESC_MSB);
  if (!bio || X509_NAME_print_ex(bio.get(), name, 0, kFlags) < 0) return {};
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &data);
  return {data, static_cast<std::size_t>(size)};
}

std::vector<std::uint8_t> der_of(X509* certificate) {
  const int size = i2d_X509(certificate, nullptr);
  if (size <= 0) return {};
  std::vector<std::uint8_t> der(static_cast<std::size_t>(size));
  std::uint8_t* out = der.data();
  i2d_X509(certificate, &out);
  return der;
}

std::string subject_of(X509* certificate) {
  const Result<Certificate> read = Certificate::from_der(der_of(certificate));
  return read ? read->subject() : "";
}

std::string issuer_of(X509* certificate) {
  const Result<Certificate> read = Certificate::from_der(der_of(certificate));
  return read ? read->issuer() : "";
}

std::string sha256_of(X509* certificate) {
  const Result<Certificate> read = Certificate::from_der(der_of(certificate));
  return read ? hex(read->sha256()) : "";
}

}  // namespace keyrack::cli
