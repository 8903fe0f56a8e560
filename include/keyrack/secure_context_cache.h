// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/secure_context.h>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace keyrack {

struct SecureContextCacheStats {
  std::uint64_t hits = 0;      // requests that got a context that somebody holds
  std::uint64_t misses = 0;    // ... for which one was made
  std::uint64_t not_kept = 0;  // ... of which the cache had no room for
  std::size_t contexts = 0;    // now, those counted that nobody holds any more
};

// Gives equal options the same context, as long as somebody holds it: for programs that make a
// context for each connection. Keeps no context alive.
//
// Equal is what has equal content: the same certificates, keys, lists and switches, the same bytes
// of a PKCS#12 (a path is read). Key managers, ticket keys, sources of trust that may change and
// library contexts are equal when they are the same object. All of it is kept as a digest under a
// random key, passwords too. A cheap handle to shared state, for any thread.
class SecureContextCache {
 public:
  explicit SecureContextCache(std::size_t max_contexts = 1024);

  // Fails as SecureContext::create() does; failures are not kept.
  Result<SecureContext> get(const SecureContextOptions& options) const;
  SecureContextCacheStats stats() const;

  class State;

 private:
  std::shared_ptr<State> state_;
};

}  // namespace keyrack
