// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

#include "bytes/byte_view.h"

namespace keyrack {

// Bytes that grow at the end. Unlike a vector it does not clear what it allocates: an index is
// decoded straight into it, and touching its memory twice would be a third of the work.
class Blob {
 public:
  Blob() = default;
  Blob(Blob&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  Blob& operator=(Blob&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  ~Blob() { std::free(data_); }

  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  ByteView bytes() const { return {data_, size_}; }

  // Where `room` bytes may be written; advance() then makes them part of the blob.
  std::uint8_t* tail(std::size_t room) {
    if (capacity_ - size_ < room)
      resize(size_ + room > 2 * capacity_ ? size_ + room : 2 * capacity_);
    return data_ + size_;
  }
  void advance(std::size_t written) { size_ += written; }
  // Gives unused memory back, unless it is so little that malloc does better to see the same size
  // again: glibc then reuses the pages, whose first touch costs as much as decoding into them.
  void shrink() {
    if (size_ != 0 && capacity_ - size_ > size_ / 16) resize(size_);
  }

 private:
  void resize(std::size_t capacity) {
    void* moved = std::realloc(data_, capacity);
    if (moved == nullptr) throw std::bad_alloc();
    data_ = static_cast<std::uint8_t*>(moved);
    capacity_ = capacity;
  }

  std::uint8_t* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace keyrack
