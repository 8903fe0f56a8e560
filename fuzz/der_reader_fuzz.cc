// SPDX-License-Identifier: Apache-2.0
// Whatever the reader reads is inside the input and is what the writer would write, and libcrypto
// sees the same header.
#include <openssl/asn1.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "bytes/der.h"

using keyrack::ByteView;

namespace {

void check(bool ok) {
  if (!ok) std::abort();
}

void check_element(ByteView input, const keyrack::der::Element& element) {
  check(std::ranges::equal(element.whole, input.first(element.whole.size())));
  std::vector<std::uint8_t> written;
  keyrack::der::append_element(written, element.tag, element.content);
  check(std::ranges::equal(written, element.whole));
  const unsigned char* at = input.data();
  long size = 0;
  int tag = 0, tag_class = 0;
  const int flags = ASN1_get_object(&at, &size, &tag, &tag_class, static_cast<long>(input.size()));
  check((flags & 0x80) == 0 && at == element.content.data());
  check(size == static_cast<long>(element.content.size()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (keyrack::der::Reader reader(ByteView(data, size)); !reader.at_end();) {
    const ByteView before = reader.rest();
    keyrack::der::Reader numbers = reader;
    if (const auto small = numbers.read_small()) check(*small <= 0x7fffffff);
    const auto element = reader.read();
    if (!element) {
      check(reader.rest().data() == before.data() && reader.rest().size() == before.size());
      break;
    }
    check(reader.rest().size() == before.size() - element->whole.size());
    check_element(before, *element);
  }
  return 0;
}
