// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bytes/byte_view.h"

namespace keyrack {

// A 64-bit hash of `bytes` under the key `seed`: the same on every machine for the same seed.
// Sixteen bytes a step are folded into the state by a 64 x 64 to 128 bit multiplication, both of
// whose factors depend on the seed, so that whoever does not know the seed cannot prepare
// collisions. For hash tables; not a cryptographic hash, and equality is never decided by it.
std::uint64_t keyed_hash(ByteView bytes, std::uint64_t seed);

// The seed of this process's tables: random, the same for as long as the process lives. Any thread.
std::uint64_t process_seed();

}  // namespace keyrack
