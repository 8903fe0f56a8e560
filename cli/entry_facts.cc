// SPDX-License-Identifier: Apache-2.0
#include "cli/entry_facts.h"

#include <algorithm>
#include <ctime>

#include "base/error_queue.h"
#include "cli/hex.h"
#include "cli/x509_text.h"
#include "x509/certificate_details.h"

namespace keyrack::cli {
namespace {

std::optional<std::chrono::sys_seconds> time_of(const ASN1_TIME* time) {
  std::tm parts{};
  if (time == nullptr || ASN1_TIME_to_tm(time, &parts) != 1) return std::nullopt;
  return std::chrono::sys_seconds(std::chrono::seconds(::timegm(&parts)));
}

void add_certificate(const Certificate& certificate, EntryFacts& facts) {
  facts.subject = certificate.subject();
  facts.issuer = certificate.issuer();
  facts.serial = certificate.serial();
  facts.not_before = certificate.not_before();
  facts.not_after = certificate.not_after();
  facts.sha256 = hex(certificate.sha256());
  if (const Result<CertificateDetails> details = details_of(certificate)) {
    facts.key_type = details->key_type;
    facts.key_bits = details->key_bits;
    facts.names = details->names;
    facts.is_ca = details->is_ca;
  }
}

void add_crl(const X509_CRL* crl, EntryFacts& facts) {
  facts.issuer = name_text(X509_CRL_get_issuer(crl));
  facts.not_before = time_of(X509_CRL_get0_lastUpdate(crl));
  facts.not_after = time_of(X509_CRL_get0_nextUpdate(crl));
}

}  // namespace

EntryFacts facts_of(const Entry& entry) {
  const ErrorQueueGuard guard;
  EntryFacts facts;
  if (entry.certificate) {
    add_certificate(*entry.certificate, facts);
  } else if (entry.crl) {
    add_crl(entry.crl.get(), facts);
    facts.revoked = std::max(0, sk_X509_REVOKED_num(X509_CRL_get_REVOKED(entry.crl.get())));
  } else if (entry.key) {
    const char* const type = EVP_PKEY_get0_type_name(entry.key.get());
    facts.key_type = type == nullptr ? "" : type;
    facts.key_bits = EVP_PKEY_get_bits(entry.key.get());
  }
  return facts;
}

bool is_outside_validity(const EntryFacts& facts, std::chrono::sys_seconds when) {
  return (facts.not_before && when < *facts.not_before) ||
         (facts.not_after && when > *facts.not_after);
}

}  // namespace keyrack::cli
