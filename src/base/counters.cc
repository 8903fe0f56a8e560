// SPDX-License-Identifier: Apache-2.0
#include "base/counters.h"

#include <keyrack/stats.h>

namespace keyrack {

Counters& counters() {
  static constinit Counters instance;
  return instance;
}

Stats stats() {
  const Counters& from = counters();
  Stats to;
  to.indexes_built = from.indexes_built.get();
  to.indexes_shared = from.indexes_shared.get();
  to.certificates_indexed = from.certificates_indexed.get();
  to.certificates_unproven = from.certificates_unproven.get();
  to.certificates_parsed = from.certificates_parsed.get();
  to.certificates_shared = from.certificates_shared.get();
  to.lookups = from.lookups.get();
  to.contexts_made = from.contexts_made.get();
  to.private_keys_loaded = from.private_keys_loaded.get();
  to.private_keys_decoded = from.private_keys_decoded.get();
  to.private_keys_shared = from.private_keys_shared.get();
  to.kdf_runs = from.kdf_runs.get();
  to.reloads_published = from.reloads_published.get();
  to.reloads_unchanged = from.reloads_unchanged.get();
  to.reloads_failed = from.reloads_failed.get();
  return to;
}

}  // namespace keyrack
