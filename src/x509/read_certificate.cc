// SPDX-License-Identifier: Apache-2.0
#include "x509/read_certificate.h"

#include <ctime>
#include <utility>

#include "base/counters.h"
#include "base/error_queue.h"
#include "base/openssl_ptr.h"
#include "bytes/der.h"
#include "x509/openssl_der.h"
#include "x509/openssl_name.h"

namespace keyrack {
namespace {

CertificateTime time_of(const ASN1_TIME* time, CertificateTime otherwise) {
  std::tm calendar{};
  if (ASN1_TIME_to_tm(time, &calendar) != 1) return otherwise;
  const auto small = [](int number) { return static_cast<std::uint8_t>(number); };
  return {static_cast<std::uint16_t>(calendar.tm_year + 1900),
          small(calendar.tm_mon + 1),
          small(calendar.tm_mday),
          small(calendar.tm_hour),
          small(calendar.tm_min),
          small(calendar.tm_sec)};
}

std::vector<std::uint8_t> extensions_of(const X509* certificate) {
  std::vector<std::uint8_t> all;
  const STACK_OF(X509_EXTENSION)* extensions = X509_get0_extensions(certificate);
  for (int i = 0; i < sk_X509_EXTENSION_num(extensions); ++i) {
    const auto one = to_der<i2d_X509_EXTENSION>(sk_X509_EXTENSION_value(extensions, i));
    all.insert(all.end(), one.begin(), one.end());
  }
  return all;
}

using Bytes = std::vector<std::uint8_t>;

Bytes content_of(const Bytes& element) {
  const auto read = der::Reader(element).read();
  return read ? Bytes(read->content.begin(), read->content.end()) : Bytes();
}

// Copies the fields of `certificate` behind one another and points `fields` at them.
Bytes copy_fields(const X509* certificate, CertificateFields& fields) {
  const ASN1_BIT_STRING* signature = nullptr;
  const X509_ALGOR* algorithm = nullptr;
  X509_get0_signature(&signature, &algorithm, certificate);
  const std::pair<ByteView CertificateFields::*, Bytes> parts[] = {
      {&CertificateFields::serial,
       content_of(to_der<i2d_ASN1_INTEGER>(X509_get0_serialNumber(certificate)))},
      {&CertificateFields::issuer, plain_name(X509_get_issuer_name(certificate))},
      {&CertificateFields::subject, plain_name(X509_get_subject_name(certificate))},
      {&CertificateFields::spki, to_der<i2d_X509_PUBKEY>(X509_get_X509_PUBKEY(certificate))},
      {&CertificateFields::extensions, extensions_of(certificate)},
      {&CertificateFields::signature_algorithm, to_der<i2d_X509_ALGOR>(algorithm)},
      {&CertificateFields::signature, content_of(to_der<i2d_ASN1_BIT_STRING>(signature))}};
  Bytes plain;
  for (const auto& [field, bytes] : parts) plain.insert(plain.end(), bytes.begin(), bytes.end());
  ByteView rest = plain;
  for (const auto& [field, bytes] : parts) {
    fields.*field = rest.first(bytes.size());
    rest = rest.subspan(bytes.size());
  }
  return plain;
}

}  // namespace

Result<ReadCertificate> read_with_libcrypto(ByteView der) {
  const ErrorQueueGuard guard;
  const unsigned char* end = der.data();
  counters().certificates_parsed.add();
  const X509Ptr certificate(d2i_X509(nullptr, &end, static_cast<long>(der.size())));
  if (certificate == nullptr) {
    return std::unexpected(openssl_error(ErrorCode::kBadDer, "these bytes are not a certificate"));
  }
  ReadCertificate read;
  CertificateFields& fields = read.fields;
  read.plain = copy_fields(certificate.get(), fields);
  fields.whole = der.first(static_cast<std::size_t>(end - der.data()));
  const long version = X509_get_version(certificate.get());
  fields.version = version >= 0 && version <= 2 ? static_cast<std::uint32_t>(version) : 0;
  fields.not_before = time_of(X509_get0_notBefore(certificate.get()), kLatestTime);
  fields.not_after = time_of(X509_get0_notAfter(certificate.get()), kEarliestTime);
  return read;
}

}  // namespace keyrack
