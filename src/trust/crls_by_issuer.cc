// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "base/error_queue.h"
#include "base/query.h"
#include "trust/crl_store_state.h"

namespace keyrack {
namespace {

struct ByteFree {
  void operator()(unsigned char* bytes) const { OPENSSL_free(bytes); }
};

// The CRL for another library context: it keeps the one that it was parsed for.
X509CrlPtr parse_again(const X509_CRL* crl, const LibraryContext& library_context) {
  unsigned char* encoded = nullptr;
  const int size = i2d_X509_CRL(crl, &encoded);
  const std::unique_ptr<unsigned char, ByteFree> der(encoded);
  if (size <= 0) return nullptr;
  X509_CRL* made = X509_CRL_new_ex(library_context.context, query_of(library_context));
  const unsigned char* at = der.get();
  // Frees `made` where it fails, and sets the pointer to null.
  if (made == nullptr || d2i_X509_CRL(&made, &at, size) == nullptr) return nullptr;
  sort_entries(made);
  return X509CrlPtr(made);
}

int compare(const X509_NAME* a, const X509_NAME* b) { return X509_NAME_cmp(a, b); }
int compare(const X509CrlPtr& a, const X509_NAME* b) {
  return compare(X509_CRL_get_issuer(a.get()), b);
}

bool is_before(const X509CrlPtr& a, const X509CrlPtr& b) {
  return compare(a, X509_CRL_get_issuer(b.get())) < 0;
}

}  // namespace

void sort_entries(X509_CRL* crl) {
  const OpenSslPtr<ASN1_INTEGER, ASN1_INTEGER_free> serial(ASN1_INTEGER_new());
  X509_REVOKED* none = nullptr;
  if (serial) X509_CRL_get0_by_serial(crl, &none, serial.get());
}

CrlsByIssuer::CrlsByIssuer(const CrlStore& store, const LibraryContext& library_context) {
  const ErrorQueueGuard guard;
  for (const auto& parsed : store.state().crls()) {
    X509CrlPtr crl = library_context.is_default() ? share(parsed->crl.get())
                                                  : parse_again(parsed->crl.get(), library_context);
    if (!crl) continue;
    // Behind those of the same issuer: the order given stays.
    const auto behind = std::ranges::upper_bound(crls_, crl, is_before);
    crls_.insert(behind, std::move(crl));
  }
}

std::span<const X509CrlPtr> CrlsByIssuer::of(const X509_NAME* issuer) const {
  const auto begin = std::partition_point(
      crls_.begin(), crls_.end(), [issuer](const auto& crl) { return compare(crl, issuer) < 0; });
  const auto end = std::partition_point(
      begin, crls_.end(), [issuer](const auto& crl) { return compare(crl, issuer) == 0; });
  return {begin, end};
}

}  // namespace keyrack
