// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>

#include "keys/managed_source.h"
#include "keys/store_entries.h"

namespace keyrack {

// A key store in memory: a replaced one is in service with the next choice.
class LiveSource final : public ManagedSource {
 public:
  LiveSource(LiveKeyStore store, StoreEntries::KeyPasswords key_passwords, SnapshotContext context)
      : store_(std::move(store)),
        key_passwords_(std::move(key_passwords)),
        context_(std::move(context)) {}

  SourceSnapshotPtr current() override;
  Result<void> refresh() override { return {}; }
  KeySourceStatus status() override;

 private:
  const LiveKeyStore store_;
  const StoreEntries::KeyPasswords key_passwords_;
  const SnapshotContext context_;

  std::mutex mutex_;
  SourceSnapshotPtr snapshot_;
  std::uint64_t store_generation_ = 0;  // of the store that the snapshot was taken of
  std::uint64_t generation_ = 0;
};

}  // namespace keyrack
