// SPDX-License-Identifier: Apache-2.0
#include "tests/support/crl_maker.h"

#include <openssl/pem.h>

#include <cstdlib>

namespace keyrack::testing {
namespace {

using Asn1TimePtr = OpenSslPtr<ASN1_TIME, ASN1_TIME_free>;
using RevokedPtr = OpenSslPtr<X509_REVOKED, X509_REVOKED_free>;

void require(bool is_good) {
  if (!is_good) std::abort();
}

void revoke(X509_CRL* crl, const X509* certificate, const ASN1_TIME* when) {
  RevokedPtr entry(X509_REVOKED_new());
  require(entry != nullptr);
  auto* const serial = const_cast<ASN1_INTEGER*>(X509_get0_serialNumber(certificate));
  require(X509_REVOKED_set_serialNumber(entry.get(), serial) == 1);
  require(X509_REVOKED_set_revocationDate(entry.get(), const_cast<ASN1_TIME*>(when)) == 1);
  require(X509_CRL_add0_revoked(crl, entry.release()) == 1);
}

void add_distribution_point(X509_CRL* crl, const std::string& uri) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, nullptr, nullptr, nullptr, crl, 0);
  const std::string value = "critical,fullname:URI:" + uri;
  const OpenSslPtr<X509_EXTENSION, X509_EXTENSION_free> extension(
      X509V3_EXT_conf_nid(nullptr, &context, NID_issuing_distribution_point, value.c_str()));
  require(extension != nullptr && X509_CRL_add_ext(crl, extension.get(), -1) == 1);
}

}  // namespace

std::string make_crl(const TestCertificate& issuer, const TestCertificate* revoked,
                     const CrlRequest& request) {
  constexpr long kDay = 86400;
  const X509CrlPtr crl(X509_CRL_new());
  const Asn1TimePtr this_update(X509_gmtime_adj(nullptr, request.this_update_days * kDay));
  const Asn1TimePtr next_update(X509_gmtime_adj(nullptr, request.next_update_days * kDay));
  require(crl != nullptr && this_update != nullptr && next_update != nullptr);
  require(X509_CRL_set_version(crl.get(), X509_CRL_VERSION_2) == 1);
  require(X509_CRL_set_issuer_name(crl.get(), X509_get_subject_name(issuer.certificate.get())) ==
          1);
  require(X509_CRL_set1_lastUpdate(crl.get(), this_update.get()) == 1);
  require(X509_CRL_set1_nextUpdate(crl.get(), next_update.get()) == 1);
  if (revoked != nullptr) revoke(crl.get(), revoked->certificate.get(), this_update.get());
  if (!request.distribution_point.empty()) {
    add_distribution_point(crl.get(), request.distribution_point);
  }
  require(X509_CRL_sort(crl.get()) == 1);
  require(X509_CRL_sign(crl.get(), issuer.key, EVP_sha256()) > 0);

  const BioPtr out(BIO_new(BIO_s_mem()));
  require(out != nullptr && PEM_write_bio_X509_CRL(out.get(), crl.get()) == 1);
  char* text = nullptr;
  const long size = BIO_get_mem_data(out.get(), &text);
  return {text, static_cast<std::size_t>(size)};
}

}  // namespace keyrack::testing
