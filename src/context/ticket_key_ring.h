// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/secret_bytes.h"

namespace keyrack {

// One key of session tickets, in memory that is wiped with it. Immutable.
class TicketKey {
 public:
  static constexpr std::size_t kNodeBytes = 48;
  static constexpr std::size_t kOpenSslBytes = 80;
  static constexpr std::size_t kNameBytes = 16;
  using Name = std::span<const std::uint8_t, kNameBytes>;

  // Name, HMAC key, AES key, in that order in both layouts.
  static Result<std::shared_ptr<const TicketKey>> from_bytes(std::span<const std::uint8_t> bytes);
  static Result<std::shared_ptr<const TicketKey>> random();

  explicit TicketKey(SecretBytes bytes) : bytes_(std::move(bytes)) {}

  Name name() const { return Name(bytes_.data(), kNameBytes); }
  std::span<const std::uint8_t> hmac_key() const { return part(0); }
  std::span<const std::uint8_t> aes_key() const { return part(1); }

 private:
  std::span<const std::uint8_t> part(std::size_t index) const {
    const std::size_t size = (bytes_.size() - kNameBytes) / 2;
    return bytes_.span().subspan(kNameBytes + index * size, size);
  }
  SecretBytes bytes_;
};

// The keys in service at one moment, the newest first. Immutable; never empty.
class TicketKeyRing {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr std::size_t kMaxKeys = 64;
  struct Entry {
    std::shared_ptr<const TicketKey> key;
    Time retires = Time::max();  // it opens no tickets from then on
  };

  // Fails when two keys have one name, and for no key or more than 64.
  static Result<TicketKeyRing> from_entries(std::vector<Entry> entries);

  const std::vector<Entry>& entries() const { return entries_; }
  const TicketKey& newest() const { return *entries_.front().key; }
  // Null when there is none.
  const TicketKey* find(TicketKey::Name name) const;
  // Whether it holds a key whose time is over.
  bool has_retired(Time now) const;

 private:
  explicit TicketKeyRing(std::vector<Entry> entries) : entries_(std::move(entries)) {}
  std::vector<Entry> entries_;
};

}  // namespace keyrack
