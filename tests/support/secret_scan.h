// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace keyrack::testing {

// Bytes that a test looks for in memory without having them in memory itself.
class MaskedBytes {
 public:
  static constexpr std::uint8_t kMask = 0xa5;

  MaskedBytes() = default;
  explicit MaskedBytes(std::vector<std::uint8_t> masked) : masked_(std::move(masked)) {}
  // Masks plain bytes, which the caller wipes.
  static MaskedBytes from_plain(std::span<const std::uint8_t> plain);

  std::size_t size() const { return masked_.size(); }
  void unmask_to(std::span<std::uint8_t> out) const;
  MaskedBytes part(std::size_t offset, std::size_t size) const;
  MaskedBytes reversed() const;
  std::span<const std::uint8_t> masked() const { return masked_; }

 private:
  std::vector<std::uint8_t> masked_;
};

// How often the bytes stand in the writable memory of this process.
std::size_t count_in_memory(const MaskedBytes& secret);

// Whether that can be counted here: not under a sanitizer, whose shadow memory has no end.
bool can_scan_memory();

// Runs `make` in a child process and returns what it gave, masked on the way: nothing that it did
// leaves a trace in this process.
MaskedBytes make_elsewhere(const std::function<std::vector<std::uint8_t>()>& make);

}  // namespace keyrack::testing
