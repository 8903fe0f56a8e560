// SPDX-License-Identifier: Apache-2.0
// Blocks lie in the text, in order and apart; the first is what libcrypto reads, if it does.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "bytes/pem_scanner.h"
#include "tests/support/pem_libcrypto.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const keyrack::ByteView text(data, size);
  keyrack::PemScanner scanner(text);
  std::size_t behind = 0;
  std::uint32_t index = 0;
  for (auto next = scanner.next(); !next || *next; next = scanner.next(), ++index) {
    const keyrack::Location where = next ? scanner.location_of(**next) : next.error().where;
    require(where.index == index && *where.offset >= behind && *where.offset < size);
    behind = *where.offset + 1;
    if (!next) continue;
    const keyrack::ByteView body = (*next)->body;
    require(body.data() > data + behind && body.data() + body.size() < data + size);
    behind = static_cast<std::size_t>(body.data() + body.size() - data);
  }
  require(keyrack::has_pem_block(text) == (index > 0));

  const std::string difference = keyrack::testing::pem_difference(text);
  if (!difference.empty()) std::fprintf(stderr, "%s\n", difference.c_str());
  require(difference.empty());
  return 0;
}
