// SPDX-License-Identifier: Apache-2.0
// A bounded reader of BER (X.690) as PKCS#12 files use it: like der::Reader, but lengths may be
// indefinite or longer than needed and octet strings may come in pieces.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/secret_bytes.h"
#include "bytes/byte_view.h"
#include "bytes/der.h"

namespace keyrack::ber {

// Owns what had to be put together from pieces or decrypted: views into it stay valid when it
// moves, and it is wiped at the end because it may hold keys.
using Buffers = std::vector<SecretBytes>;

// Elements nest at most this deep in each other where lengths are indefinite or strings in pieces.
inline constexpr int kMaxDepth = 16;

// Reads elements one after another from borrowed bytes. A failed read leaves the position where
// it was. Time is linear in the bytes read.
class Reader {
 public:
  explicit Reader(ByteView bytes) : rest_(bytes) {}

  bool at_end() const { return rest_.empty(); }
  ByteView rest() const { return rest_; }
  bool next_is(std::uint8_t tag) const { return !rest_.empty() && rest_[0] == tag; }

  std::optional<der::Element> read();                  // any tag of one byte
  std::optional<der::Element> read(std::uint8_t tag);  // this tag only
  // A non-negative INTEGER below 2^63.
  std::optional<std::uint64_t> read_count();
  // A string with this primitive tag, whole or in pieces (then put together in `buffers`).
  std::optional<ByteView> read_octets(Buffers& buffers, std::uint8_t tag = der::kOctetString);

 private:
  ByteView rest_;
};

// Whether `bytes` are exactly one element with this tag.
bool is_exactly_one(ByteView bytes, std::uint8_t tag);

}  // namespace keyrack::ber
