// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/library_context.h>
#include <keyrack/trust_store.h>
#include <openssl/x509_vfy.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "base/openssl_ptr.h"
#include "trust/issuer_choice.h"
#include "trust/parsed_set.h"

namespace keyrack {

// What makes an X509_STORE verify with a TrustStore: lives in the store's ex_data, which owns it.
//
// Verifications come in through the store's get_issuer and lookup_certs. They take no lock, unless
// the index has no answer or objects were added to the store by hand: then the store is asked too.
// Code that goes around the callbacks (X509_STORE_CTX_get_by_subject, X509_STORE_CTX_get1_issuer)
// is served by a look-up method, which adds all candidates of a name to the store.
class StoreAdapter final : public CandidateSource {
 public:
  // Serves `trust` to `store` from now on, instead of what an earlier call served.
  static Result<void> install(X509_STORE* store, const TrustStore& trust,
                              const LibraryContext& library_context);

  StoreAdapter(X509_STORE* store, const TrustStore& trust, const LibraryContext& library_context);

  // All certificates of the index with this subject, parsed. Borrowed: they live as long as this.
  Candidates candidates(const X509_NAME* subject) const override;

 private:
  static StoreAdapter* of(const X509_STORE* store);
  static int get_issuer(X509** issuer, X509_STORE_CTX* context, X509* certificate);
  static STACK_OF(X509) * lookup_certs(X509_STORE_CTX* context, const X509_NAME* subject);
  static int by_subject(X509_LOOKUP* lookup, X509_LOOKUP_TYPE type, const X509_NAME* subject,
                        X509_OBJECT* found);
  static X509_LOOKUP_METHOD* lookup_method();

  bool has_objects_added_by_hand() const;
  X509Ptr issuer_of(X509_STORE_CTX* context, X509* certificate) const;
  X509Ptr ask_store_for_issuer(X509_STORE_CTX* context, X509* certificate) const;
  bool add_to_store(X509* certificate);

  X509_STORE* store_;  // its owner
  TrustStore trust_;
  std::vector<std::shared_ptr<const ParsedSet>> parsed_;  // one a part of trust_
  X509_STORE_CTX_get_issuer_fn ask_issuer_;               // what was there before
  X509_STORE_CTX_lookup_certs_fn ask_certs_;
  std::mutex adding_;
  std::atomic<int> added_ = 0;  // objects in the store that the look-up method put there
};

}  // namespace keyrack
