// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>

#include <memory>
#include <optional>

#include "keys/source_snapshot.h"

namespace keyrack {

// One source of a key manager. Any thread.
class ManagedSource {
 public:
  virtual ~ManagedSource() = default;
  // The snapshot in service; null while there has been no good one.
  virtual std::shared_ptr<const SourceSnapshot> current() = 0;
  // Sees every change up to now. Fails when the source cannot be read; what was in service stays.
  virtual Result<void> refresh() = 0;
  // Why the latest attempt to read failed.
  virtual std::optional<Error> problem() const = 0;
};

}  // namespace keyrack
