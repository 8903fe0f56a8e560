// SPDX-License-Identifier: Apache-2.0
// Base64 (RFC 4648 section 4) of PEM bodies: white space anywhere is skipped, everything else is
// strict: alphabet, padding and length, with non-zero trailing bits ignored as libcrypto does; see
// base64_finish.h for the rest. An empty body is no bytes. Pure functions, for any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "bytes/byte_view.h"

namespace keyrack::base64 {

// The most bytes that `characters` of base64 can decode to. An output buffer for decode() needs
// kSlack more: vector stores run over the end.
constexpr std::size_t max_decoded_size(std::size_t characters) { return characters / 4 * 3 + 3; }
inline constexpr std::size_t kSlack = 64;

// Decodes public data (certificates, CRLs) into `out`, which has max_decoded_size(body) + kSlack
// bytes. Returns how many were written, or nothing when `body` is not base64. Uses the fastest
// code that the processor has.
std::optional<std::size_t> decode(ByteView body, std::uint8_t* out);

// The same without vector instructions: same bytes, same refusals.
std::optional<std::size_t> decode_scalar(ByteView body, std::uint8_t* out);

// Decodes secret data: no branch and no address depends on the value of a base64 character, only
// on which characters are white space or padding. Same bytes, same refusals. Needs no slack: it
// writes nothing but the bytes it returns.
std::optional<std::size_t> decode_secret(ByteView body, std::uint8_t* out);

// Encodes with a newline after every 64 characters and after the last, as PEM wants it.
std::string encode_lines(ByteView bytes);

// Which code decode() uses here: "scalar", "avx2", "avx512"...
const char* decoder_name();

}  // namespace keyrack::base64
