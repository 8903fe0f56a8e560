// SPDX-License-Identifier: Apache-2.0
#include "cli/key_chains.h"

#include <set>

#include "base/error_queue.h"
#include "cli/hex.h"

namespace keyrack::cli {
namespace {

const Entry* find_leaf(const std::vector<Entry>& entries, EVP_PKEY* key) {
  for (const Entry& entry : entries) {
    if (!entry.is_certificate()) continue;
    const EVP_PKEY* const public_key = X509_get0_pubkey(entry.x509.get());
    if (public_key != nullptr && EVP_PKEY_eq(public_key, key) == 1) return &entry;
  }
  return nullptr;
}

const Entry* find_issuer(const std::vector<Entry>& entries, const Entry& subject) {
  for (const Entry& entry : entries) {
    if (!entry.is_certificate() || &entry == &subject) continue;
    if (X509_check_issued(entry.x509.get(), subject.x509.get()) == X509_V_OK) return &entry;
  }
  return nullptr;
}

}  // namespace

void find_key_chains(std::vector<Entry>& entries) {
  const ErrorQueueGuard guard;
  for (Entry& key : entries) {
    if (!key.key) continue;
    std::set<const Entry*> seen;
    const Entry* next = find_leaf(entries, key.key.get());
    while (next != nullptr && seen.insert(next).second) {
      key.chain.push_back(hex(next->certificate->sha256()));
      next = next->certificate->is_self_issued() ? nullptr : find_issuer(entries, *next);
    }
  }
}

}  // namespace keyrack::cli
