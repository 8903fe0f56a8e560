// SPDX-License-Identifier: Apache-2.0
// Whatever the bytes, reading them ends within the limits; bags are views into the input or into
// what was decrypted from it, in order; nothing is lost without a problem that names it.
#include <cstdlib>

#include "keystore/pkcs12_reader.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

bool is_within(keyrack::ByteView part, keyrack::ByteView whole) {
  return part.empty() ||
         (part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const keyrack::Password password("x");
  keyrack::KeyStoreOptions options;
  options.limits = {.max_bags = 1000,
                    .max_iterations = 8,
                    .max_total_iterations = 32,
                    .max_scrypt_bytes = 1 << 16};
  const keyrack::ByteView input(data, size);
  const auto contents = keyrack::read_pkcs12(input, password, options);
  if (!contents) {
    require(contents.error().code != keyrack::ErrorCode{} && !contents.error().message.empty());
    return 0;
  }
  std::uint32_t next = 0;
  for (const keyrack::Pkcs12Bag& bag : contents->bags) {
    require(bag.index >= next);
    next = bag.index + 1;
    bool found = is_within(bag.value, input);
    for (const keyrack::SecretBytes& buffer : contents->buffers) {
      found = found || is_within(bag.value, buffer.span());
    }
    require(found);
  }
  std::size_t skipped = 0;
  for (const keyrack::Error& problem : contents->problems) {
    require(problem.where.index.has_value() && !problem.message.empty());
    skipped += problem.where.label == "bag";
  }
  require(next <= contents->bags.size() + skipped);
  return 0;
}
