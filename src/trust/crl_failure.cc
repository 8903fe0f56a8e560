// SPDX-License-Identifier: Apache-2.0
#include "trust/crl_failure.h"

#include "base/openssl_ptr.h"

namespace keyrack {
namespace {

template <typename Print>
std::string printed(Print print) {
  const BioPtr out(BIO_new(BIO_s_mem()));
  if (!out || print(out.get()) <= 0) return "?";
  const char* text = nullptr;
  const long size = BIO_get_mem_data(out.get(), &text);
  return {text, static_cast<std::size_t>(size)};
}

std::string text_of(const X509_NAME* name) {
  return printed([name](BIO* out) {
    return X509_NAME_print_ex(out, name, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
  });
}

// When the last of the issuer's CRLs ran out, or the first of them begins.
std::string date_of(X509_STORE_CTX* verification, const X509_NAME* issuer, bool is_expired) {
  const X509CrlStackPtr crls(X509_STORE_CTX_get_lookup_crls(verification)(verification, issuer));
  const ASN1_TIME* found = nullptr;
  for (int i = 0; i < sk_X509_CRL_num(crls.get()); ++i) {
    const X509_CRL* crl = sk_X509_CRL_value(crls.get(), i);
    const ASN1_TIME* date =
        is_expired ? X509_CRL_get0_nextUpdate(crl) : X509_CRL_get0_lastUpdate(crl);
    if (date == nullptr) continue;
    const bool is_better = found == nullptr || (ASN1_TIME_compare(found, date) < 0) == is_expired;
    if (is_better) found = date;
  }
  if (found == nullptr) return "?";
  return printed([found](BIO* out) { return ASN1_TIME_print(out, found); });
}

}  // namespace

std::string crl_failure(X509_STORE_CTX* verification) {
  const X509* certificate = X509_STORE_CTX_get_current_cert(verification);
  if (certificate == nullptr) return "";
  const X509_NAME* name = X509_get_issuer_name(certificate);
  const std::string issuer = "'" + text_of(name) + "'";
  const std::string subject = "'" + text_of(X509_get_subject_name(certificate)) + "'";
  const std::string unknown = "; whether " + subject + " is revoked is not known";
  switch (X509_STORE_CTX_get_error(verification)) {
    case X509_V_ERR_CRL_HAS_EXPIRED:
      return "the CRLs of " + issuer + " have expired, the last one on " +
             date_of(verification, name, true) + unknown;
    case X509_V_ERR_CRL_NOT_YET_VALID:
      return "no CRL of " + issuer + " is valid before " + date_of(verification, name, false) +
             unknown;
    case X509_V_ERR_UNABLE_TO_GET_CRL: return "there is no CRL of " + issuer + unknown;
    case X509_V_ERR_CERT_REVOKED: return subject + " is revoked by " + issuer;
    default: return "";
  }
}

}  // namespace keyrack
