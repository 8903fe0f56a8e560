// SPDX-License-Identifier: Apache-2.0
// A decoded name is UTF-8 of bounded length that encodes back to itself; folding its case changes
// nothing the second time.
#include <cstdlib>

#include "keystore/pkcs12_utf.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto name = keyrack::decode_friendly_name(keyrack::ByteView(data, size));
  require(name.has_value() == (size % 2 == 0));
  if (!name) return 0;
  require(name->size() <= size / 2 * 3);
  const auto encoded = keyrack::encode_friendly_name(*name);
  require(encoded.has_value() && encoded->size() <= size);
  require(keyrack::decode_friendly_name(*encoded) == name);
  const std::string folded = keyrack::fold_case(*name);
  require(keyrack::fold_case(folded) == folded);
  return 0;
}
