// SPDX-License-Identifier: Apache-2.0
#include "base/secret_bytes.h"

#include <openssl/crypto.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace keyrack {

SecretBytes::SecretBytes(std::size_t size)
    : data_(size == 0 ? nullptr : new std::uint8_t[size]()), size_(size), capacity_(size) {}

SecretBytes::SecretBytes(std::span<const std::uint8_t> content) : SecretBytes(content.size()) {
  std::copy(content.begin(), content.end(), data_);
}

SecretBytes::SecretBytes(SecretBytes&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      capacity_(std::exchange(other.capacity_, 0)) {}

SecretBytes& SecretBytes::operator=(SecretBytes&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(capacity_, other.capacity_);
  return *this;
}

SecretBytes::~SecretBytes() {
  if (data_ != nullptr) OPENSSL_cleanse(data_, capacity_);
  delete[] data_;
}

void SecretBytes::truncate(std::size_t size) {
  assert(size <= size_);
  if (size < size_) OPENSSL_cleanse(data_ + size, size_ - size);
  size_ = size;
}

}  // namespace keyrack
