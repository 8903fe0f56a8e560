// SPDX-License-Identifier: Apache-2.0
// The part of StoreAdapter that puts certificates into the store itself, for code that goes around
// the callbacks.
#include "base/error_queue.h"
#include "trust/store_adapter.h"
#include "trust/trust_store_state.h"

namespace keyrack {

Result<void> StoreAdapter::add_all(X509_STORE* store) {
  StoreAdapter* const adapter = of(store);
  return adapter == nullptr || adapter->additions_->is_all ? Result<void>() : adapter->add_rest();
}

Result<void> StoreAdapter::add_rest() {
  const std::shared_ptr<const TrustSnapshot> snapshot = feed_.current();
  Result<void> result;
  snapshot->for_each_parsed([&](const Result<X509*>& certificate) {
    if (!certificate) {
      result = std::unexpected(certificate.error());
    } else if (!add_to_store(*certificate)) {
      result = std::unexpected(
          openssl_error(ErrorCode::kOpenSsl, "a certificate cannot be added to the store"));
    }
    return result.has_value();
  });
  if (result) additions_->is_all = true;
  return result;
}

// One candidate of the name for the caller to take a reference of.
X509* StoreAdapter::hand_out(const X509_NAME* subject) {
  if (const TrustSnapshot* fixed = feed_.fixed()) {
    const Candidates all = fixed->candidates(subject);
    for (X509* certificate : all) {
      if (!add_to_store(certificate)) return nullptr;
    }
    return all.empty() ? nullptr : all.front();
  }
  const std::shared_ptr<const TrustSnapshot> snapshot = feed_.current();
  const Candidates all = snapshot->candidates(subject);
  // Until the caller has it, the snapshot may be replaced.
  thread_local X509Ptr latest;
  latest = all.empty() ? nullptr : share(all.front());
  return latest.get();
}

bool StoreAdapter::add_to_store(X509* certificate) {
  const std::lock_guard lock(additions_->mutex);
  const auto count = [this] { return sk_X509_OBJECT_num(X509_STORE_get0_objects(store_)); };
  const int before = count();
  if (X509_STORE_add_cert(store_, certificate) != 1) return false;
  additions_->count.fetch_add(count() - before, std::memory_order_relaxed);
  return true;
}

}  // namespace keyrack
