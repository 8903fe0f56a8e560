// SPDX-License-Identifier: Apache-2.0
#include "bytes/base64.h"

#include <vector>

#include "bytes/base64_groups.h"

namespace keyrack::base64 {
namespace {

constexpr Decoder kScalar = {"scalar", decode_bulk_scalar};

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

const char* decoder_name() { return available_decoders().front().name; }

}  // namespace keyrack::base64
