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
  Result<void> result;
  for (std::size_t i = 0; i < parsed_.size(); ++i) {
    const auto& part = trust_.state().parts()[i];
    for (std::uint32_t entry = 0; result && entry < part.index->size(); ++entry) {
      if (part.hides(entry)) continue;
      const auto certificate = parsed_[i]->get(entry);
      if (!certificate) {
        result = std::unexpected(certificate.error());
      } else if (!add_to_store(*certificate)) {
        result = std::unexpected(
            openssl_error(ErrorCode::kOpenSsl, "a certificate cannot be added to the store"));
      }
    }
  }
  if (result) additions_->is_all = true;
  return result;
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
