// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace keyrack {

// The process-wide counters behind keyrack::stats(), one for each of its members.
struct Counters {
  // A counter on a cache line of its own: threads that count different things do not meet.
  struct alignas(64) Counter {
    std::atomic<std::uint64_t> value{0};
    void add(std::uint64_t n = 1) { value.fetch_add(n, std::memory_order_relaxed); }
    std::uint64_t get() const { return value.load(std::memory_order_relaxed); }
  };

  Counter indexes_built;
  Counter indexes_shared;
  Counter certificates_indexed;
  Counter certificates_unproven;
  Counter certificates_parsed;
  Counter certificates_shared;
  Counter lookups;
  Counter contexts_made;
  Counter private_keys_loaded;
  Counter private_keys_decoded;
  Counter private_keys_shared;
  Counter kdf_runs;
  Counter reloads_published;
  Counter reloads_unchanged;
  Counter reloads_failed;
};

Counters& counters();

}  // namespace keyrack
