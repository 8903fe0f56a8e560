// SPDX-License-Identifier: Apache-2.0
#include "trust/store_adapter.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/counters.h"
#include "base/error_queue.h"
#include "trust/trust_pin.h"
#include "trust/trust_store_state.h"

namespace keyrack {
namespace {

// Set while a callback asks the store itself, which must then not come back to the index.
thread_local bool is_asking_store = false;

class AskingStore {
 public:
  AskingStore() : before_(std::exchange(is_asking_store, true)) {}
  ~AskingStore() { is_asking_store = before_; }
  AskingStore(const AskingStore&) = delete;
  AskingStore& operator=(const AskingStore&) = delete;

 private:
  bool before_;
};

// Nothing is thrown through libcrypto's frames: memory that runs out is its callback's failure.
template <typename Value, typename Work>
Value without_exceptions(Value failure, Work work) noexcept {
  try {
    return work();
  } catch (...) {
    return failure;
  }
}

void free_adapter(void*, void* adapter, CRYPTO_EX_DATA*, int, long, void*) {
  delete static_cast<StoreAdapter*>(adapter);
}

int ex_data_index() {
  static const int index = X509_STORE_get_ex_new_index(0, nullptr, nullptr, nullptr, free_adapter);
  return index;
}

Error out_of_memory(const char* what) {
  return openssl_error(ErrorCode::kOpenSsl, std::string("OpenSSL refused ") + what);
}

}  // namespace

StoreAdapter* StoreAdapter::of(const X509_STORE* store) {
  return static_cast<StoreAdapter*>(X509_STORE_get_ex_data(store, ex_data_index()));
}

X509_LOOKUP_METHOD* StoreAdapter::lookup_method() {
  // Never freed: stores that use it may outlive main().
  static X509_LOOKUP_METHOD* const method = [] {
    X509_LOOKUP_METHOD* made = X509_LOOKUP_meth_new("keyrack");
    if (made != nullptr) X509_LOOKUP_meth_set_get_by_subject(made, &StoreAdapter::by_subject);
    return made;
  }();
  return method;
}

const TrustFeed* StoreAdapter::feed_of(const X509_STORE* store) {
  const StoreAdapter* adapter = of(store);
  return adapter == nullptr ? nullptr : &adapter->feed_;
}

StoreAdapter::StoreAdapter(X509_STORE* store, VerificationSources sources,
                           const LibraryContext& library_context)
    : store_(store),
      feed_(std::move(sources), library_context),
      ask_issuer_(X509_STORE_get_get_issuer(store)),
      ask_certs_(X509_STORE_get_lookup_certs(store)),
      ask_crls_(X509_STORE_get_lookup_crls(store)) {
  if (ask_issuer_ == nullptr) ask_issuer_ = &X509_STORE_CTX_get1_issuer;
  if (ask_certs_ == nullptr) ask_certs_ = &X509_STORE_CTX_get1_certs;
  if (ask_crls_ == nullptr) ask_crls_ = &X509_STORE_CTX_get1_crls;
}

void StoreAdapter::take_over_from(const StoreAdapter& before) {
  ask_issuer_ = before.ask_issuer_;
  ask_certs_ = before.ask_certs_;
  ask_crls_ = before.ask_crls_;
}

// What a store needs only once.
Result<void> StoreAdapter::connect(X509_STORE* store) {
  if (lookup_method() == nullptr || X509_STORE_add_lookup(store, lookup_method()) == nullptr) {
    return std::unexpected(out_of_memory("a look-up method"));
  }
  X509_STORE_set_get_issuer(store, &StoreAdapter::get_issuer);
  X509_STORE_set_lookup_certs(store, &StoreAdapter::lookup_certs);
  X509_STORE_set_lookup_crls(store, &StoreAdapter::lookup_crls);
  return {};
}

Result<void> StoreAdapter::install(X509_STORE* store, VerificationSources sources,
                                   const LibraryContext& library_context) {
  auto adapter = std::make_unique<StoreAdapter>(store, std::move(sources), library_context);
  const StoreAdapter* const before = of(store);
  if (before != nullptr) {
    if (before->additions_->count != 0) {
      return std::unexpected(Error{ErrorCode::kBadOption,
                                   "certificates of the former trust are in the store's own "
                                   "memory, where nothing can be removed; attach to a new store",
                                   {},
                                   ""});
    }
    adapter->take_over_from(*before);
  } else if (auto connected = connect(store); !connected) {
    return connected;
  }
  if (X509_STORE_set_ex_data(store, ex_data_index(), adapter.get()) != 1) {
    return std::unexpected(out_of_memory("ex_data of a store"));
  }
  adapter.release();
  delete before;
  return {};
}

Result<void> StoreAdapter::extend(X509_STORE* store, const TrustStore& trust,
                                  const LibraryContext& library_context) {
  StoreAdapter* const before = of(store);
  if (before == nullptr) return install(store, {.trust = {trust}}, library_context);
  if (!(before->feed_.library_context() == library_context)) {
    return std::unexpected(Error{ErrorCode::kBadOption,
                                 "the store has certificates of another library context already",
                                 {},
                                 ""});
  }
  const TrustSnapshot* fixed = before->feed_.fixed();
  VerificationSources sources = before->feed_.sources();
  sources.trust.emplace_back(trust);
  if (fixed != nullptr) {
    const std::array both{fixed->trust(), trust};
    TrustStore all = TrustStore::merge(both);
    if (all.state().parts().size() == fixed->trust().state().parts().size()) return {};
    sources.trust = {std::move(all)};
  }
  auto adapter = std::make_unique<StoreAdapter>(store, std::move(sources), library_context);
  adapter->take_over_from(*before);
  adapter->additions_ = before->additions_;
  adapter->additions_->is_all = false;
  // Whoever finds the new one by the pointer in ex_data must find it complete.
  std::atomic_thread_fence(std::memory_order_release);
  if (X509_STORE_set_ex_data(store, ex_data_index(), adapter.get()) != 1) {
    return std::unexpected(out_of_memory("ex_data of a store"));
  }
  adapter->extended_.reset(before);
  adapter.release();
  return {};
}

// The number of objects is read without the store's lock: it can only be too low for what another
// thread is adding at this moment.
bool StoreAdapter::has_objects_added_by_hand() const {
  return sk_X509_OBJECT_num(X509_STORE_get0_objects(store_)) >
         additions_->count.load(std::memory_order_relaxed);
}

int StoreAdapter::get_issuer(X509** issuer, X509_STORE_CTX* context, X509* certificate) {
  return without_exceptions(-1, [&] {
    const ErrorQueueGuard guard;
    counters().lookups.add();
    const StoreAdapter* adapter = of(X509_STORE_CTX_get0_store(context));
    *issuer = adapter->issuer_of(context, certificate).release();
    return *issuer != nullptr ? 1 : 0;
  });
}

X509Ptr StoreAdapter::issuer_of(X509_STORE_CTX* context, X509* certificate) const {
  const TrustSnapshot* snapshot = snapshot_of(context, feed_);
  if (snapshot == nullptr) return nullptr;
  const X509_NAME* name = X509_get_issuer_name(certificate);
  Candidates found = snapshot->candidates(name);
  X509StackPtr by_hand;
  if (has_objects_added_by_hand()) {
    const AskingStore asking;
    by_hand.reset(ask_certs_(context, name));
    for (int i = 0; i < sk_X509_num(by_hand.get()); ++i) {
      found.push_back(sk_X509_value(by_hand.get(), i));
    }
  }
  X509* const mine = choose_issuer(context, certificate, std::move(found), *snapshot);
  if (mine != nullptr && is_valid_in(context, mine)) return share(mine);
  // The store may know more, by look-up methods that others added.
  X509* other = nullptr;
  {
    const AskingStore asking;
    if (ask_issuer_(&other, context, certificate) != 1) other = nullptr;
  }
  X509Ptr theirs(other);
  const bool is_mine_better = mine != nullptr && (!theirs || !is_valid_in(context, theirs.get()));
  return is_mine_better ? share(mine) : std::move(theirs);
}

STACK_OF(X509) * StoreAdapter::lookup_certs(X509_STORE_CTX* context, const X509_NAME* subject) {
  return without_exceptions<STACK_OF(X509)*>(nullptr, [&]() -> STACK_OF(X509) * {
    const ErrorQueueGuard guard;
    counters().lookups.add();
    const StoreAdapter* adapter = of(X509_STORE_CTX_get0_store(context));
    const TrustSnapshot* snapshot = snapshot_of(context, adapter->feed_);
    if (snapshot == nullptr) return nullptr;
    const Candidates known = snapshot->candidates(subject);
    X509StackPtr all;
    // As libcrypto: look-up methods, which may read files, are asked only for unknown subjects.
    if (known.empty() || adapter->has_objects_added_by_hand()) {
      const AskingStore asking;
      all.reset(adapter->ask_certs_(context, subject));
    }
    if (!all) all.reset(sk_X509_new_null());
    for (X509* certificate : known) {
      X509Ptr shared = share(certificate);
      if (!all || sk_X509_push(all.get(), shared.get()) <= 0) return nullptr;
      shared.release();
    }
    return all.release();
  });
}

STACK_OF(X509_CRL) * StoreAdapter::lookup_crls(const X509_STORE_CTX* context,
                                               const X509_NAME* issuer) {
  return without_exceptions<STACK_OF(X509_CRL)*>(nullptr, [&]() -> STACK_OF(X509_CRL) * {
    const ErrorQueueGuard guard;
    const StoreAdapter* adapter = of(X509_STORE_CTX_get0_store(context));
    // libcrypto gives its callback the verification as const, and changes it itself.
    const TrustSnapshot* snapshot =
        snapshot_of(const_cast<X509_STORE_CTX*>(context), adapter->feed_);
    if (snapshot == nullptr) return nullptr;
    X509CrlStackPtr all(adapter->ask_crls_(context, issuer));
    for (const X509CrlPtr& known : snapshot->crls().of(issuer)) {
      if (!all) all.reset(sk_X509_CRL_new_null());
      X509CrlPtr shared = share(known.get());
      if (!all || sk_X509_CRL_push(all.get(), shared.get()) <= 0) return nullptr;
      shared.release();
    }
    return all.release();
  });
}

// For a look-up by name alone, in code that knows nothing of the callbacks.
int StoreAdapter::by_subject(X509_LOOKUP* lookup, X509_LOOKUP_TYPE type, const X509_NAME* subject,
                             X509_OBJECT* found) {
  StoreAdapter* adapter = of(X509_LOOKUP_get_store(lookup));
  if (is_asking_store || type != X509_LU_X509 || adapter == nullptr) return 0;
  return without_exceptions(0, [&] {
    const ErrorQueueGuard guard;
    counters().lookups.add();
    X509* const first = adapter->hand_out(subject);
    if (first == nullptr || X509_OBJECT_set1_X509(found, first) != 1) return 0;
    // The caller takes a reference of its own, on top of the one that was just taken: the manual
    // page of X509_LOOKUP_meth_set_get_by_subject asks for this.
    X509_free(first);
    return 1;
  });
}

}  // namespace keyrack
