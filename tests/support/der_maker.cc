// SPDX-License-Identifier: Apache-2.0
#include "tests/support/der_maker.h"

#include <cstdlib>

#include "bytes/der.h"

namespace keyrack::testing {
namespace {

void append(Bytes& out, ByteView bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); }

Bytes indefinite(std::uint8_t tag, std::initializer_list<ByteView> parts) {
  Bytes out = {tag, 0x80};
  for (const ByteView part : parts) append(out, part);
  append(out, Bytes{0, 0});
  return out;
}

Bytes with_long_length(std::uint8_t tag, ByteView content) {
  Bytes out = {tag, 0x84};
  for (int shift = 24; shift >= 0; shift -= 8) {
    out.push_back(static_cast<std::uint8_t>(content.size() >> shift));
  }
  append(out, content);
  return out;
}

Bytes in_pieces(std::uint8_t tag, ByteView content) {
  const std::size_t half = content.size() / 2;
  const Bytes first = der_element(der::kOctetString, {content.first(half)});
  const Bytes second = der_element(der::kOctetString, {content.subspan(half)});
  return indefinite(tag | 0x20, {first, indefinite(der::kOctetString | 0x20, {second})});
}

}  // namespace

Bytes to_ber(ByteView der) {
  Bytes out;
  for (der::Reader reader(der); !reader.at_end();) {
    der::Element element;
    if (!reader.read(element)) std::abort();
    if (element.tag == der::kOctetString || element.tag == der::context(0, false)) {
      append(out, in_pieces(element.tag, element.content));
    } else if ((element.tag & 0x20) != 0) {
      append(out, indefinite(element.tag, {to_ber(element.content)}));
    } else {
      append(out, with_long_length(element.tag, element.content));
    }
  }
  return out;
}

}  // namespace keyrack::testing
