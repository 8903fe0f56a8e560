// SPDX-License-Identifier: Apache-2.0
#include "x509/certificate_registry.h"

#include <pthread.h>

#include <utility>
#include <vector>

#include "base/counters.h"
#include "bytes/keyed_hash.h"

namespace keyrack {

CertificateRegistry& CertificateRegistry::instance() {
  // Never destroyed: certificates in other static objects leave it later.
  static CertificateRegistry* const registry = [] {
    ::pthread_atfork(&before_fork, &after_fork_in_parent, &after_fork_in_child);
    return new CertificateRegistry;
  }();
  return *registry;
}

void CertificateRegistry::before_fork() {
  for (Shard& shard : instance().shards_) shard.mutex.lock();
}

void CertificateRegistry::after_fork_in_parent() {
  for (Shard& shard : instance().shards_) shard.mutex.unlock();
}

void CertificateRegistry::after_fork_in_child() {
  for (Shard& shard : instance().shards_) {
    // Given up after the lock, as below.
    std::vector<std::shared_ptr<SharedCertificate>> seen;
    std::erase_if(shard.entries, [&seen](const auto& entry) {
      seen.push_back(entry.second.certificate.lock());
      return seen.back() != nullptr && seen.back()->is_being_made();
    });
    shard.mutex.unlock();
  }
}

CertificateRegistry::Found CertificateRegistry::find_or_add(const CertificateKey& key) {
  const std::uint64_t hash = keyed_hash(key.der, process_seed());
  Shard& shard = shard_of(hash);
  // Declared before the lock, so given up after it: the last holder's destructor takes the lock.
  std::vector<std::shared_ptr<SharedCertificate>> others;
  const std::lock_guard lock(shard.mutex);
  const auto [begin, end] = shard.entries.equal_range(hash);
  for (auto entry = begin; entry != end; ++entry) {
    std::shared_ptr<SharedCertificate> candidate = entry->second.certificate.lock();
    if (candidate == nullptr) continue;
    if (candidate->is_for(key)) return {std::move(candidate), false};
    others.push_back(std::move(candidate));
  }
  auto added = std::make_shared<SharedCertificate>(key, hash);
  shard.entries.emplace(hash, Entry{added.get(), added});
  return {std::move(added), true};
}

void CertificateRegistry::forget(const SharedCertificate& certificate) {
  Shard& shard = shard_of(certificate.hash());
  const std::lock_guard lock(shard.mutex);
  const auto [begin, end] = shard.entries.equal_range(certificate.hash());
  for (auto entry = begin; entry != end; ++entry) {
    if (entry->second.address != &certificate) continue;
    shard.entries.erase(entry);
    return;
  }
}

Result<std::shared_ptr<const ParsedCertificate>> parse_shared(
    ByteView der, ByteView aux, const LibraryContext& library_context) {
  const auto [certificate, is_new] =
      CertificateRegistry::instance().find_or_add({der, aux, library_context});
  if (is_new) certificate->make();
  if (const Error* error = certificate->wait()) return std::unexpected(*error);
  if (!is_new) counters().certificates_shared.add();
  return certificate;
}

}  // namespace keyrack
