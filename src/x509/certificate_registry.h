// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "x509/shared_certificate.h"

namespace keyrack {

// Who holds which parsed certificate in this process. Owns none of them: an entry is gone when its
// last holder is. Any thread; a lock is held for a look into a table, never while libcrypto parses.
class CertificateRegistry {
 public:
  static CertificateRegistry& instance();

  struct Found {
    std::shared_ptr<SharedCertificate> certificate;
    bool is_new;  // nobody had it: the caller must make() it
  };
  Found find_or_add(const CertificateKey& key);

  // For the destructor of `certificate`.
  void forget(const SharedCertificate& certificate);

 private:
  struct Entry {
    const SharedCertificate* address;  // for identity only: may be under destruction
    std::weak_ptr<SharedCertificate> certificate;
  };
  // A fork happens while no table is being changed. In the child nobody finishes what the parent's
  // other threads were parsing: that is forgotten.
  static void before_fork();
  static void after_fork_in_parent();
  static void after_fork_in_child();

  struct alignas(64) Shard {
    std::mutex mutex;
    std::unordered_multimap<std::uint64_t, Entry> entries;  // by hash of the DER
  };

  Shard& shard_of(std::uint64_t hash) { return shards_[hash >> 60]; }

  std::array<Shard, 16> shards_;
};

}  // namespace keyrack
