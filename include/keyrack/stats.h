// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace keyrack {

// What the library has done in this process so far. Every cost has a counter: tests and operators
// read these instead of a clock. All of them only grow.
struct Stats {
  std::uint64_t indexes_built = 0;         // trust indexes made from bytes
  std::uint64_t indexes_shared = 0;        // sources whose content was indexed already
  std::uint64_t certificates_indexed = 0;  // certificates whose fields were peeked
  std::uint64_t certificates_unproven =
      0;                                   // ... of which parsed at load: outside the proven subset
  std::uint64_t certificates_parsed = 0;   // X509 objects made (d2i_X509 runs of the library)
  std::uint64_t certificates_shared = 0;   // requests for an X509 that another store had made
  std::uint64_t lookups = 0;               // candidate look-ups that OpenSSL asked for
  std::uint64_t contexts_made = 0;         // SSL_CTX objects
  std::uint64_t private_keys_loaded = 0;   // private keys made from their numbers
  std::uint64_t private_keys_decoded = 0;  // private keys that took OpenSSL's decoder
  std::uint64_t private_keys_shared = 0;   // requests for a key that was loaded already
  std::uint64_t kdf_runs = 0;              // password-based derivations
  std::uint64_t reloads_published = 0;     // generations that sources put in service
  std::uint64_t reloads_unchanged = 0;     // loads that found the content of the last good one
  std::uint64_t reloads_failed = 0;        // loads that failed; the last good content stayed
};

// A snapshot; each counter is exact, and the whole is not one instant. Any thread, never fails.
Stats stats();

}  // namespace keyrack
