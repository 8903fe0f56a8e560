// SPDX-License-Identifier: Apache-2.0
#include "cli/entry_reader.h"

#include <openssl/pkcs7.h>

#include "base/error_queue.h"
#include "cli/x509_text.h"

namespace keyrack::cli {
namespace {

using X509SigPtr = OpenSslPtr<X509_SIG, X509_SIG_free>;

std::unexpected<Error> bad_der(const char* what) {
  return std::unexpected(
      openssl_error(ErrorCode::kBadDer, std::string("not the DER of a ") + what));
}

bool is_encrypted_pkcs8(ByteView der) {
  const std::uint8_t* next = der.data();
  return X509SigPtr(d2i_X509_SIG(nullptr, &next, static_cast<long>(der.size()))) != nullptr;
}

STACK_OF(X509) * certificates_of(const PKCS7* pkcs7) {
  if (PKCS7_type_is_signed(pkcs7)) return pkcs7->d.sign->cert;
  return PKCS7_type_is_signedAndEnveloped(pkcs7) ? pkcs7->d.signed_and_enveloped->cert : nullptr;
}

STACK_OF(X509_CRL) * crls_of(const PKCS7* pkcs7) {
  return PKCS7_type_is_signed(pkcs7) ? pkcs7->d.sign->crl : nullptr;
}

}  // namespace

Result<Entry> read_certificate_entry(ByteView der, EntryKind kind) {
  const ErrorQueueGuard guard;
  const std::uint8_t* next = der.data();
  const auto size = static_cast<long>(der.size());
  Entry entry;
  entry.kind = kind;
  entry.x509.reset(kind == EntryKind::kTrustedCertificate ? d2i_X509_AUX(nullptr, &next, size)
                                                          : d2i_X509(nullptr, &next, size));
  if (!entry.x509) return bad_der("certificate");
  if (next != der.data() + der.size()) return bad_der("certificate alone: more follows it");
  Result<Certificate> certificate = Certificate::from_der(der_of(entry.x509.get()));
  if (!certificate) return std::unexpected(std::move(certificate.error()));
  entry.certificate = std::move(*certificate);
  return entry;
}

Result<Entry> read_key_entry(ByteView der) {
  const ErrorQueueGuard guard;
  const std::uint8_t* next = der.data();
  Entry entry;
  entry.kind = EntryKind::kPrivateKey;
  entry.key.reset(d2i_AutoPrivateKey(nullptr, &next, static_cast<long>(der.size())));
  if (!entry.key) {
    if (!is_encrypted_pkcs8(der)) return bad_der("private key of a type that OpenSSL knows");
    entry.is_encrypted = true;
  }
  return entry;
}

Result<Entry> read_crl_entry(ByteView der) {
  const ErrorQueueGuard guard;
  const std::uint8_t* next = der.data();
  Entry entry;
  entry.kind = EntryKind::kCrl;
  entry.crl.reset(d2i_X509_CRL(nullptr, &next, static_cast<long>(der.size())));
  if (!entry.crl) return bad_der("certificate revocation list");
  return entry;
}

void read_pkcs7_entries(ByteView der, const Location& where, Contents& contents) {
  const ErrorQueueGuard guard;
  const std::uint8_t* next = der.data();
  const Pkcs7Ptr pkcs7(d2i_PKCS7(nullptr, &next, static_cast<long>(der.size())));
  if (!pkcs7) {
    contents.problems.push_back(
        openssl_error(ErrorCode::kBadDer, "not the DER of a PKCS#7 structure", where));
    return;
  }
  STACK_OF(X509)* const certificates = certificates_of(pkcs7.get());
  for (int i = 0; i < sk_X509_num(certificates); ++i) {
    X509* const x509 = sk_X509_value(certificates, i);
    Result<Entry> entry = read_certificate_entry(der_of(x509), EntryKind::kCertificate);
    if (!entry) {
      contents.problems.push_back(std::move(entry.error()));
      continue;
    }
    entry->where = where;
    contents.entries.push_back(std::move(*entry));
  }
  STACK_OF(X509_CRL)* const crls = crls_of(pkcs7.get());
  for (int i = 0; i < sk_X509_CRL_num(crls); ++i) {
    X509_CRL* const crl = sk_X509_CRL_value(crls, i);
    X509_CRL_up_ref(crl);
    Entry entry;
    entry.kind = EntryKind::kCrl;
    entry.where = where;
    entry.crl.reset(crl);
    contents.entries.push_back(std::move(entry));
  }
}

}  // namespace keyrack::cli
