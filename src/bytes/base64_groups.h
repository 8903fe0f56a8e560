// SPDX-License-Identifier: Apache-2.0
// The parts that base64 decoders are put together from. A decoder is a bulk part, which runs over
// whatever is plain (alphabet and white space) as fast as it can, and finish(), which alone decides
// what is refused: so all of them accept the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "bytes/byte_view.h"

namespace keyrack::base64 {

// Where a decoder stands: always between two groups of four characters.
struct Cursor {
  const std::uint8_t* next;
  const std::uint8_t* end;
  std::uint8_t* out;  // has room for what is left, and kSlack
};

// Decodes plain groups and passes white space until something else comes; may stop earlier.
using BulkDecoder = void (*)(Cursor&);

struct Decoder {
  const char* name;
  BulkDecoder bulk;
};

// Every decoder that this processor can run, the fastest first; the last is "scalar".
std::span<const Decoder> available_decoders();

std::optional<std::size_t> decode_with(const Decoder& decoder, ByteView body, std::uint8_t* out);

constexpr bool is_white_space(std::uint8_t c) {
  return c <= ' ' && (c == '\n' || c == '\r' || c == ' ' || c == '\t');
}

// Decodes groups up to and over the next white space between or inside groups. False, without
// having moved, when what is next is not plain.
bool decode_stretch(Cursor& cursor);

// Decodes all that is left, strictly.
bool finish(Cursor& cursor);

inline void skip_white_space(Cursor& cursor) {
  while (cursor.next != cursor.end && is_white_space(*cursor.next)) ++cursor.next;
}

void decode_bulk_scalar(Cursor& cursor);
#if defined(__x86_64__)
void decode_bulk_avx2(Cursor& cursor);
void decode_bulk_avx512(Cursor& cursor);
#endif

}  // namespace keyrack::base64
