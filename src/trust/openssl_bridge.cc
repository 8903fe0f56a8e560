// SPDX-License-Identifier: Apache-2.0
// The part of keyrack/openssl.h that hands trust to OpenSSL.
#include <keyrack/openssl.h>

#include "base/error_queue.h"
#include "base/openssl_ptr.h"
#include "trust/store_adapter.h"
#include "trust/trust_snapshot.h"

namespace keyrack {

unsigned long crl_flags(const VerificationSources& sources) {
  if (sources.crls.empty()) return 0;
  const bool is_chain = sources.crl_check == CrlCheck::kWholeChain;
  return X509_V_FLAG_CRL_CHECK | (is_chain ? X509_V_FLAG_CRL_CHECK_ALL : 0);
}

X509_STORE* make_x509_store(const TrustSource& trust, const LibraryContext& library_context) {
  const ErrorQueueGuard guard;
  X509StorePtr store(X509_STORE_new());
  if (!store || !StoreAdapter::install(store.get(), {.trust = {trust}}, library_context))
    return nullptr;
  return store.release();
}

Result<void> attach(X509_STORE* store, const TrustSource& trust,
                    const LibraryContext& library_context) {
  const ErrorQueueGuard guard;
  return StoreAdapter::install(store, {.trust = {trust}}, library_context);
}

Result<void> attach(X509_STORE* store, const VerificationSources& sources,
                    const LibraryContext& library_context) {
  const ErrorQueueGuard guard;
  if (X509_STORE_set_flags(store, crl_flags(sources)) != 1) {
    return std::unexpected(openssl_error(ErrorCode::kOpenSsl, "OpenSSL refuses to check CRLs"));
  }
  return StoreAdapter::install(store, sources, library_context);
}

Result<void> attach(SSL_CTX* context, const VerificationSources& sources,
                    const LibraryContext& library_context) {
  return attach(SSL_CTX_get_cert_store(context), sources, library_context);
}

Result<void> attach(SSL_CTX* context, const TrustSource& trust,
                    const LibraryContext& library_context) {
  return attach(SSL_CTX_get_cert_store(context), trust, library_context);
}

Result<void> add_all(X509_STORE* store, const TrustStore& trust,
                     const LibraryContext& library_context) {
  const ErrorQueueGuard guard;
  Result<void> result;
  const TrustSnapshot all(trust, CrlStore::empty(), library_context, {});
  all.for_each_parsed([&](const Result<X509*>& certificate) {
    if (!certificate) {
      result = std::unexpected(certificate.error());
    } else if (X509_STORE_add_cert(store, *certificate) != 1) {
      result = std::unexpected(
          openssl_error(ErrorCode::kOpenSsl, "a certificate cannot be added to the store"));
    }
    return result.has_value();
  });
  return result;
}

}  // namespace keyrack
