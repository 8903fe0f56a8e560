// SPDX-License-Identifier: Apache-2.0
#include "base/spare_memory.h"

#include <array>
#include <atomic>
#include <cstdlib>
#include <new>
#include <utility>

namespace keyrack {
namespace {

// Written into the first bytes of a kept block.
struct Kept {
  std::size_t capacity;
};

// Holding a block means having exchanged it out of its slot: there is nothing to race for.
constinit std::array<std::atomic<Kept*>, 2> slots{};

// What does not fit `fits` goes back to its slot.
template <typename Fits>
SpareMemory::Block take_kept(Fits fits) {
  for (auto& slot : slots) {
    Kept* const kept = slot.exchange(nullptr, std::memory_order_acquire);
    if (kept == nullptr) continue;
    const std::size_t capacity = kept->capacity;
    if (fits(capacity)) return {reinterpret_cast<std::uint8_t*>(kept), capacity};
    std::free(slot.exchange(kept, std::memory_order_acq_rel));
  }
  return {};
}

}  // namespace

SpareMemory::Block SpareMemory::take(std::size_t size) {
  if (size >= kSmallest && size <= kLargest) {
    const Block kept = take_kept(
        [size](std::size_t capacity) { return capacity >= size && capacity <= size + size / 32; });
    if (kept.data != nullptr) return kept;
  }
  void* const data = std::malloc(size);
  if (data == nullptr) throw std::bad_alloc();
  return {static_cast<std::uint8_t*>(data), size};
}

void SpareMemory::give_back(Block block) {
  if (block.data == nullptr) return;
  void* oldest = block.data;
  if (block.capacity >= kSmallest && block.capacity <= kLargest) {
    Kept* kept = new (block.data) Kept{block.capacity};
    for (auto& slot : slots) {
      kept = slot.exchange(kept, std::memory_order_acq_rel);
      if (kept == nullptr) return;
    }
    oldest = kept;
  }
  std::free(oldest);
}

}  // namespace keyrack
