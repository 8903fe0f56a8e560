// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "keys/managed_source.h"

namespace keyrack {

// Entries in memory that never change.
class FixedSource final : public ManagedSource {
 public:
  FixedSource(std::shared_ptr<const KeyEntries> entries, const SnapshotContext& context)
      : snapshot_(std::make_shared<const SourceSnapshot>(std::move(entries), context, nullptr)) {}

  SourceSnapshotPtr current() override { return snapshot_; }
  Result<void> refresh() override { return {}; }
  KeySourceStatus status() override {
    return {.name = "memory", .generation = 1, .reload = {}, .problem = {}};
  }

 private:
  const SourceSnapshotPtr snapshot_;
};

}  // namespace keyrack
