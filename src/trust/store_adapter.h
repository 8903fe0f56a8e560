// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/library_context.h>
#include <keyrack/verification_sources.h>
#include <openssl/x509_vfy.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "base/openssl_ptr.h"
#include "trust/trust_feed.h"

namespace keyrack {

// What makes an X509_STORE verify with trust sources: lives in the store's ex_data, which owns it.
//
// Verifications come in through the store's get_issuer and lookup_certs, and lookup_crls where
// there are CRLs. They take no lock, unless the index has no answer or objects were added to the
// store by hand: then the store is asked too. Each holds on to one snapshot of the sources from its
// first call to its end.
//
// Code that goes around the callbacks (X509_STORE_CTX_get_by_subject, X509_STORE_CTX_get1_issuer)
// is served by a look-up method. It adds all candidates of a name to the store, where they stay; so
// where a source may change, it adds nothing and hands out one candidate.
class StoreAdapter final {
 public:
  // Serves `sources` to `store` from now on, instead of what an earlier call served.
  static Result<void> install(X509_STORE* store, VerificationSources sources,
                              const LibraryContext& library_context);
  // Serves `trust` behind what earlier calls served. Other threads may verify with the store
  // meanwhile, not extend it. kBadOption when the earlier ones named another library context.
  static Result<void> extend(X509_STORE* store, const TrustStore& trust,
                             const LibraryContext& library_context);
  // The callbacks of a store that this is installed in, also for code that calls libcrypto's own
  // (X509_STORE_CTX_get1_issuer, X509_STORE_CTX_get1_certs), which see nothing that is not parsed
  // when they find a namesake in the store itself.
  static int get_issuer(X509** issuer, X509_STORE_CTX* context, X509* certificate);
  static STACK_OF(X509) * lookup_certs(X509_STORE_CTX* context, const X509_NAME* subject);
  static STACK_OF(X509_CRL) * lookup_crls(const X509_STORE_CTX* context, const X509_NAME* issuer);
  static bool is_installed_in(const X509_STORE* store) { return of(store) != nullptr; }
  // Borrowed from the store; null when nothing was installed in it.
  static const TrustFeed* feed_of(const X509_STORE* store);
  // Parses all that is served and puts it into the store itself, for code that lists it. Does
  // nothing for a store that nothing was installed in.
  static Result<void> add_all(X509_STORE* store);

  StoreAdapter(X509_STORE* store, VerificationSources sources,
               const LibraryContext& library_context);

 private:
  static StoreAdapter* of(const X509_STORE* store);
  static int by_subject(X509_LOOKUP* lookup, X509_LOOKUP_TYPE type, const X509_NAME* subject,
                        X509_OBJECT* found);
  static X509_LOOKUP_METHOD* lookup_method();
  static Result<void> connect(X509_STORE* store);
  void take_over_from(const StoreAdapter& before);

  bool has_objects_added_by_hand() const;
  X509Ptr issuer_of(X509_STORE_CTX* context, X509* certificate) const;
  X509* hand_out(const X509_NAME* subject);
  bool add_to_store(X509* certificate);
  Result<void> add_rest();

  // What was put into the store for code that goes around the callbacks.
  struct Additions {
    std::mutex mutex;
    std::atomic<int> count = 0;  // objects
    std::atomic<bool> is_all{};  // nothing is left to put there
  };

  X509_STORE* store_;  // its owner
  TrustFeed feed_;
  X509_STORE_CTX_get_issuer_fn ask_issuer_;  // what was there before
  X509_STORE_CTX_lookup_certs_fn ask_certs_;
  X509_STORE_CTX_lookup_crls_fn ask_crls_;
  std::shared_ptr<Additions> additions_ = std::make_shared<Additions>();
  std::unique_ptr<StoreAdapter> extended_;  // whom this took over from: verifications may use it
};

// The flags of a verification that make libcrypto check what `sources` asks for.
unsigned long crl_flags(const VerificationSources& sources);

}  // namespace keyrack
