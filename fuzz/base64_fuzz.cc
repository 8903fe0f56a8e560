// SPDX-License-Identifier: Apache-2.0
// Every decoder gives the same bytes and the same refusals; and libcrypto's, for texts without the
// bytes at the ends of lines that only its PEM reader drops.
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

#include "bytes/base64.h"
#include "bytes/base64_groups.h"
#include "tests/support/pem_libcrypto.h"

using keyrack::ByteView;
using Bytes = std::vector<std::uint8_t>;
namespace base64 = keyrack::base64;

template <typename Decode>
std::optional<Bytes> run(const Decode& decode, ByteView text, std::size_t slack) {
  Bytes out(base64::max_decoded_size(text.size()) + slack);
  const std::optional<std::size_t> size = decode(text, out.data());
  if (!size) return std::nullopt;
  out.resize(*size);
  return out;
}

bool is_dropped_by_pem(std::uint8_t c) {
  return (c < ' ' && !base64::is_white_space(c)) || c >= 0x80;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteView text(data, size);
  const std::optional<Bytes> expected = run(base64::decode_secret, text, 0);
  for (const base64::Decoder& decoder : base64::available_decoders()) {
    const auto decode = [&](ByteView body, std::uint8_t* out) {
      return base64::decode_with(decoder, body, out);
    };
    if (run(decode, text, base64::kSlack) != expected) std::abort();
  }
  const bool is_comparable = std::none_of(text.begin(), text.end(), is_dropped_by_pem);
  if (is_comparable && keyrack::testing::libcrypto_base64(text) != expected) std::abort();
  return 0;
}
