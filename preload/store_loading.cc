// SPDX-License-Identifier: Apache-2.0
#include "preload/store_loading.h"

#include <openssl/crypto.h>
#include <openssl/pem.h>

#include <algorithm>

#include "base/error_queue.h"
#include "trust/store_adapter.h"

namespace keyrack::preload {
namespace {

// Whether objects that name no library context belong to the default one on this thread.
bool is_default_context_global() {
  return OSSL_LIB_CTX_set0_default(nullptr) == OSSL_LIB_CTX_get0_global_default();
}

bool has_foreign_callbacks(const X509_STORE* store) {
  return !StoreAdapter::is_installed_in(store) && (X509_STORE_get_get_issuer(store) != nullptr ||
                                                   X509_STORE_get_lookup_certs(store) != nullptr);
}

void free_infos(STACK_OF(X509_INFO) * infos) { sk_X509_INFO_pop_free(infos, X509_INFO_free); }

// Does to the error queue what the original does at the end of a text: libcrypto clears all of it
// or nothing, depending on its version.
void leave_error_queue_as_reading_does() {
  const BioPtr nothing(BIO_new_mem_buf("", 0));
  if (nothing) free_infos(PEM_X509_INFO_read_bio(nothing.get(), nullptr, nullptr, nullptr));
}

}  // namespace

bool give_to_store(X509_STORE* store, const Bundle& bundle, OSSL_LIB_CTX* context,
                   const char* property_query) {
  const LibraryContext library_context{context, property_query == nullptr ? "" : property_query};
  if (has_foreign_callbacks(store)) return false;
  if (context == nullptr && !is_default_context_global()) return false;
  // The CRLs were parsed for the default context.
  if (!bundle.crls.empty() && !library_context.is_default()) return false;
  const ErrorQueueGuard guard;
  if (!StoreAdapter::extend(store, bundle.trust, library_context)) return false;
  // The original may follow on what was done: it repeats it.
  return std::ranges::all_of(bundle.crls, [store](const X509CrlPtr& crl) {
    return X509_STORE_add_crl(store, crl.get()) == 1;
  });
}

bool load_into_store(X509_STORE* store, const Bundle& bundle, OSSL_LIB_CTX* context,
                     const char* property_query) {
  if (!give_to_store(store, bundle, context, property_query)) return false;
  leave_error_queue_as_reading_does();
  return true;
}

}  // namespace keyrack::preload
