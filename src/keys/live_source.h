// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>

#include "keys/managed_source.h"

namespace keyrack {

// A key store in memory: a replaced one is in service with the next choice.
class LiveSource final : public ManagedSource {
 public:
  LiveSource(LiveKeyStore store, SourceSnapshot::KeyPasswords key_passwords,
             SnapshotContext context)
      : store_(std::move(store)),
        key_passwords_(std::move(key_passwords)),
        context_(std::move(context)) {}

  std::shared_ptr<const SourceSnapshot> current() override;
  Result<void> refresh() override { return {}; }
  std::optional<Error> problem() const override { return std::nullopt; }

 private:
  const LiveKeyStore store_;
  const SourceSnapshot::KeyPasswords key_passwords_;
  const SnapshotContext context_;
  std::mutex mutex_;
  std::shared_ptr<const SourceSnapshot> snapshot_;
};

}  // namespace keyrack
