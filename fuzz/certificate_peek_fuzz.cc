// SPDX-License-Identifier: Apache-2.0
// What the peek proves, d2i_X509 accepts, with the same fields; and Certificate::from_der accepts
// what d2i_X509 accepts to the last byte, no more and no less.
#include <keyrack/certificate.h>
#include <openssl/err.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <vector>

#include "base/openssl_ptr.h"
#include "x509/certificate_fields.h"
#include "x509/certificate_state.h"
#include "x509/read_certificate.h"

using namespace keyrack;

namespace {

void check(bool ok) {
  if (!ok) std::abort();
}

// The fields as libcrypto has them; the names are plain on both sides.
void check_fields(const CertificateFields& peeked, ByteView der) {
  const Result<ReadCertificate> read = read_with_libcrypto(der);
  check(read.has_value());
  const CertificateFields& fields = read->fields;
  for (const auto field :
       {&CertificateFields::whole, &CertificateFields::serial, &CertificateFields::spki,
        &CertificateFields::signature_algorithm, &CertificateFields::signature}) {
    check(std::ranges::equal(peeked.*field, fields.*field));
  }
  check(peeked.version == fields.version);
  check(peeked.not_before == fields.not_before && peeked.not_after == fields.not_after);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteView der(data, size);
  const unsigned char* end = data;
  const X509Ptr expected(d2i_X509(nullptr, &end, static_cast<long>(size)));
  ERR_clear_error();
  const bool takes_all = expected != nullptr && end == data + size;

  const auto peeked = peek_certificate(der);
  check(!peeked || expected != nullptr);
  if (peeked) check_fields(*peeked, der);

  const Result<Certificate> certificate = Certificate::from_der(der);
  check(certificate.has_value() == takes_all);
  if (!certificate) return 0;
  std::ignore = certificate->subject();
  std::ignore = certificate->issuer();
  std::ignore = certificate->serial();
  std::ignore = certificate->is_self_issued();
  check(ERR_peek_error() == 0);
  return 0;
}
