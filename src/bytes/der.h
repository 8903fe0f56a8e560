// SPDX-License-Identifier: Apache-2.0
// A bounded reader of DER (X.690): every read can fail, nothing is copied, nothing recurses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "bytes/byte_view.h"

namespace keyrack::der {

// Identifier octets of the universal types that certificates and keys are made of.
enum Tag : std::uint8_t {
  kBoolean = 0x01,
  kInteger = 0x02,
  kBitString = 0x03,
  kOctetString = 0x04,
  kNull = 0x05,
  kOid = 0x06,
  kUtf8String = 0x0c,
  kNumericString = 0x12,
  kPrintableString = 0x13,
  kT61String = 0x14,
  kIa5String = 0x16,
  kUtcTime = 0x17,
  kGeneralizedTime = 0x18,
  kVisibleString = 0x1a,
  kUniversalString = 0x1c,
  kBmpString = 0x1e,
  kSequence = 0x30,
  kSet = 0x31,
};
constexpr std::uint8_t context(unsigned number, bool constructed = true) {
  return static_cast<std::uint8_t>(0x80u | (constructed ? 0x20u : 0u) | number);
}

// One element. Views into the bytes it was read from.
struct Element {
  std::uint8_t tag = 0;
  ByteView content;
  ByteView whole;  // identifier, length and content
};

// Reads elements one after another from borrowed bytes. Definite, minimal lengths and one-byte
// tags only: anything else is a failed read, and a failed read leaves the position where it was.
class Reader {
 public:
  explicit Reader(ByteView bytes) : rest_(bytes) {}

  bool at_end() const { return rest_.empty(); }
  ByteView rest() const { return rest_; }
  // Whether the next element has this tag; false at the end.
  bool next_is(std::uint8_t tag) const { return !rest_.empty() && rest_[0] == tag; }

  std::optional<Element> read();                  // any tag
  std::optional<Element> read(std::uint8_t tag);  // this tag only
  // A non-negative INTEGER without its leading zero: what keys are made of.
  std::optional<ByteView> read_unsigned();
  // An INTEGER between 0 and 2^31 - 1: a version, a count.
  std::optional<std::uint32_t> read_small();

 private:
  ByteView rest_;
};

}  // namespace keyrack::der
