// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace keyrack {

// Large blocks of plain memory: malloc's, but for the last few that were given back, which are kept
// for whoever needs as much next. The first touch of a fresh page costs a microsecond: for the text
// and the index of a bundle of roots, more than reading it. A process that opens bundles and drops
// them (reloads, contexts from text) touches the same pages again; malloc alone gives them back to
// the system whenever they lie at the end of its heap.
//
// Not for secrets: nothing is wiped. Any thread, without a lock.
struct SpareMemory {
  // What is kept, in the whole process: two blocks of these sizes.
  static constexpr std::size_t kSmallest = 64u << 10;
  static constexpr std::size_t kLargest = 512u << 10;

  struct Block {
    std::uint8_t* data = nullptr;
    std::size_t capacity = 0;
  };

  // At least `size` bytes, uninitialised, and at most a thirty-second more. Throws std::bad_alloc.
  static Block take(std::size_t size);
  // One that take() or std::malloc() made.
  static void give_back(Block block);
};

}  // namespace keyrack
