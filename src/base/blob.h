// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/crypto.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "base/spare_memory.h"

namespace keyrack {

// Bytes that grow at the end. Unlike a vector it does not clear what it allocates, since touching
// the memory of an index twice would be a third of the work, and takes spare pages before fresh
// ones. Not for secrets, unless wipe() is called at the end. Movable; for one thread while it
// grows.
class Blob {
 public:
  Blob() = default;
  Blob(Blob&& other) noexcept
      : block_(std::exchange(other.block_, {})), size_(std::exchange(other.size_, 0)) {}
  Blob& operator=(Blob&& other) noexcept {
    std::swap(block_, other.block_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Blob() { SpareMemory::give_back(block_); }

  std::size_t size() const { return size_; }
  std::size_t capacity() const { return block_.capacity; }
  std::span<const std::uint8_t> bytes() const { return {block_.data, size_}; }

  // Where `room` bytes may be written; advance() then makes them part of the blob.
  std::uint8_t* tail(std::size_t room) {
    if (capacity() - size_ < room) resize(std::max(size_ + room, 2 * capacity()));
    return block_.data + size_;
  }
  void advance(std::size_t written) { size_ += written; }
  // Gives unused memory back, unless it is so little that copying costs more.
  void shrink() {
    if (size_ != 0 && capacity() - size_ > size_ / 16) resize(size_);
  }

  // Forgets the bytes, for good.
  void wipe() {
    OPENSSL_cleanse(block_.data, size_);
    size_ = 0;
  }

 private:
  void resize(std::size_t capacity) {
    const SpareMemory::Block block = SpareMemory::take(capacity);
    if (size_ != 0) std::memcpy(block.data, block_.data, size_);
    SpareMemory::give_back(std::exchange(block_, block));
  }

  SpareMemory::Block block_;
  std::size_t size_ = 0;
};

}  // namespace keyrack
