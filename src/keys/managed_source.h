// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/key_manager.h>

#include <memory>

#include "keys/source_snapshot.h"

namespace keyrack {

class SourceCore;

// One source of a key manager. Any thread.
class ManagedSource {
 public:
  virtual ~ManagedSource() = default;
  // The snapshot in service; null while there has been no good one. Waits for the first reading of
  // a file, and never again.
  virtual SourceSnapshotPtr current() = 0;
  // Sees every change up to now. Fails when the source cannot be read; what was in service stays.
  virtual Result<void> refresh() = 0;
  virtual KeySourceStatus status() = 0;
  // What follows its files; null for a source in memory.
  virtual std::shared_ptr<SourceCore> core() const { return nullptr; }
};

}  // namespace keyrack
