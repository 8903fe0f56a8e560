// SPDX-License-Identifier: Apache-2.0
// A bounded reader of DER (X.690): every read can fail, nothing is copied, nothing recurses. And
// what little writing there is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

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

// Reads elements one after another from borrowed bytes. Definite, minimal lengths below 4 GiB and
// one-byte tags only: anything else is a failed read, and a failed read leaves the position where
// it was. Not for sharing between threads.
class Reader {
 public:
  explicit Reader(ByteView bytes) : rest_(bytes) {}

  bool at_end() const { return rest_.empty(); }
  ByteView rest() const { return rest_; }
  // Whether the next element has this tag; false at the end.
  bool next_is(std::uint8_t tag) const { return !rest_.empty() && rest_[0] == tag; }

  std::optional<Element> read();                  // any tag
  std::optional<Element> read(std::uint8_t tag);  // this tag only
  // The same for code that reads many elements: false, and nothing read, where read() has nothing.
  bool read(Element& out);
  bool read(std::uint8_t tag, Element& out) { return next_is(tag) && read(out); }

  // A non-negative INTEGER without its leading zero: what keys are made of. Zero is one zero byte.
  std::optional<ByteView> read_unsigned();
  // An INTEGER between 0 and 2^31 - 1: a version, a count.
  std::optional<std::uint32_t> read_small();

 private:
  ByteView rest_;
};

// Whether `content` is what an INTEGER may hold: at least one byte, no more than needed (X.690
// section 8.3.2).
inline bool is_minimal_integer(ByteView content) {
  if (content.size() < 2) return content.size() == 1;
  const bool is_sign_byte = content[0] == 0x00 || content[0] == 0xff;
  return !is_sign_byte || ((content[0] ^ content[1]) & 0x80) != 0;
}

// Appends one element to `out`, with the shortest length.
void append_element(std::vector<std::uint8_t>& out, std::uint8_t tag, ByteView content);

// The size of an element's header and of its content.
struct HeaderSizes {
  std::size_t header = 0;  // 0: not DER
  std::size_t content = 0;
};
// Those of an element whose second byte, at[1], says that its length takes more.
HeaderSizes read_long_length(const std::uint8_t* at, std::size_t available);
// The same, at once for the lengths of nearly all elements: below 64 KiB.
inline HeaderSizes read_header_sizes(const std::uint8_t* at, std::size_t available) {
  if (at[1] < 0x80) return {2, at[1]};
  if (at[1] == 0x82 && available >= 4 && at[2] != 0) {
    return {4, std::size_t{at[2]} << 8 | at[3]};
  }
  return read_long_length(at, available);
}

// Inline, because it is all that a certificate's peek does, some 70 times.
inline bool Reader::read(Element& out) {
  const std::uint8_t* const at = rest_.data();
  const std::size_t available = rest_.size();
  if (available < 2 || (at[0] & 0x1f) == 0x1f) return false;
  const HeaderSizes size = read_header_sizes(at, available);
  if (size.header == 0) return false;
  if (size.content > available - size.header) return false;
  out.tag = at[0];
  out.content = ByteView(at + size.header, size.content);
  out.whole = ByteView(at, size.header + size.content);
  rest_ = ByteView(at + size.header + size.content, available - size.header - size.content);
  return true;
}

}  // namespace keyrack::der
