// SPDX-License-Identifier: Apache-2.0
#include "bytes/base64.h"

#include <vector>

#include "bytes/base64_finish.h"
#include "bytes/base64_groups.h"

namespace keyrack::base64 {
namespace {

constexpr Decoder kScalar = {"scalar", decode_bulk_scalar};

// All ones when `low` <= c <= `high`, otherwise zero; without a branch.
constexpr unsigned mask_in_range(unsigned c, unsigned low, unsigned high) {
  return 0u - (((low - 1 - c) & (c - high - 1)) >> 31);
}

// The value by arithmetic, so that neither time nor cache tells which character it was.
struct ArithmeticSextet {
  static std::uint8_t of(std::uint8_t character) {
    const unsigned c = character;
    const unsigned upper = mask_in_range(c, 'A', 'Z');
    const unsigned lower = mask_in_range(c, 'a', 'z');
    const unsigned digit = mask_in_range(c, '0', '9');
    const unsigned plus = mask_in_range(c, '+', '+');
    const unsigned slash = mask_in_range(c, '/', '/');
    const unsigned value = (upper & (c - 'A')) | (lower & (c - 'a' + 26)) |
                           (digit & (c - '0' + 52)) | (plus & 62u) | (slash & 63u);
    const unsigned none = ~(upper | lower | digit | plus | slash) & 0x80u;
    return static_cast<std::uint8_t>(value | none);
  }
};

std::vector<Decoder> detect_decoders() {
  std::vector<Decoder> decoders;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vbmi")) {
    decoders.push_back({"avx512", decode_bulk_avx512});
  }
  if (__builtin_cpu_supports("avx2")) decoders.push_back({"avx2", decode_bulk_avx2});
#endif
  decoders.push_back(kScalar);
  return decoders;
}

}  // namespace

std::span<const Decoder> available_decoders() {
  static const std::vector<Decoder> decoders = detect_decoders();
  return decoders;
}

std::optional<std::size_t> decode_with(const Decoder& decoder, ByteView body, std::uint8_t* out) {
  Cursor cursor{body.data(), body.data() + body.size(), out};
  decoder.bulk(cursor);
  if (!finish(cursor)) return std::nullopt;
  return static_cast<std::size_t>(cursor.out - out);
}

std::optional<std::size_t> decode(ByteView body, std::uint8_t* out) {
  return decode_with(available_decoders().front(), body, out);
}

std::optional<std::size_t> decode_scalar(ByteView body, std::uint8_t* out) {
  return decode_with(kScalar, body, out);
}

std::optional<std::size_t> decode_secret(ByteView body, std::uint8_t* out) {
  Cursor cursor{body.data(), body.data() + body.size(), out};
  if (!finish_with<ArithmeticSextet>(cursor)) return std::nullopt;
  return static_cast<std::size_t>(cursor.out - out);
}

const char* decoder_name() { return available_decoders().front().name; }

}  // namespace keyrack::base64
