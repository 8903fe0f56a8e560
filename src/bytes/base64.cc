// SPDX-License-Identifier: Apache-2.0
#include "bytes/base64.h"

#include <vector>

#include "bytes/base64_groups.h"

// The header wants C's _Bool, which clang does not have in standard C++.
#if defined(__x86_64__) && __has_include(<sys/platform/x86.h>) && !defined(__clang__)
#include <sys/platform/x86.h>
#define KEYRACK_LIBC_KNOWS_CPU
#endif

namespace keyrack::base64 {
namespace {

constexpr Decoder kScalar = {"scalar", decode_bulk_scalar};

// glibc asked the processor when the program started. The compiler's way asks it again whenever an
// object with it in is loaded, which takes 40 us where a hypervisor traps CPUID.
#if defined(KEYRACK_LIBC_KNOWS_CPU)
bool has_avx2() { return CPU_FEATURE_ACTIVE(AVX2); }
bool has_avx512() { return CPU_FEATURE_ACTIVE(AVX512BW) && CPU_FEATURE_ACTIVE(AVX512_VBMI); }
#elif defined(__x86_64__)
bool has_avx2() { return __builtin_cpu_supports("avx2"); }
bool has_avx512() {
  return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vbmi");
}
#endif

std::vector<Decoder> detect_decoders() {
  std::vector<Decoder> decoders;
#if defined(__x86_64__)
  if (has_avx512()) decoders.push_back({"avx512", decode_bulk_avx512});
  if (has_avx2()) decoders.push_back({"avx2", decode_bulk_avx2});
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
