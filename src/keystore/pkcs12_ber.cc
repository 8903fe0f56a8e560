// SPDX-License-Identifier: Apache-2.0
#include "keystore/pkcs12_ber.h"

#include <algorithm>
#include <utility>

namespace keyrack::ber {
namespace {

constexpr std::uint8_t kConstructed = 0x20;
constexpr std::uint8_t kMultiByteTag = 0x1f;

struct Header {
  std::uint8_t tag = 0;
  std::size_t size = 0;               // of identifier and length octets
  std::optional<std::size_t> length;  // of the content; nothing: until end-of-contents
};

std::optional<Header> read_header(ByteView bytes) {
  if (bytes.size() < 2 || (bytes[0] & kMultiByteTag) == kMultiByteTag) return std::nullopt;
  Header header{bytes[0], 2, std::nullopt};
  const std::uint8_t first = bytes[1];
  if (first == 0x80) {
    if ((header.tag & kConstructed) == 0) return std::nullopt;
    return header;
  }
  std::size_t length = first;
  if (first > 0x80) {
    const std::size_t octets = first & 0x7fu;
    if (octets > 8 || bytes.size() < 2 + octets) return std::nullopt;
    length = 0;
    for (std::size_t i = 0; i < octets; ++i) length = length << 8 | bytes[2 + i];
    header.size += octets;
  }
  if (length > bytes.size() - header.size) return std::nullopt;
  header.length = length;
  return header;
}

// How many bytes of `bytes`, which follow a header of indefinite length, belong to its content:
// all before the matching end-of-contents octets.
std::optional<std::size_t> find_end_of_contents(ByteView bytes) {
  std::size_t position = 0;
  int open = 1;
  while (true) {
    const std::optional<Header> header = read_header(bytes.subspan(position));
    if (!header) return std::nullopt;
    if (header->tag == 0) {
      if (header->size != 2 || header->length != 0) return std::nullopt;
      if (--open == 0) return position;
      position += 2;
    } else if (header->length) {
      position += header->size + *header->length;
    } else {
      if (++open > kMaxDepth) return std::nullopt;
      position += header->size;
    }
  }
}

// Appends the pieces of a constructed string to `out`, from `size` on.
bool join(ByteView pieces, SecretBytes& out, std::size_t& size, int depth) {
  if (depth > kMaxDepth) return false;
  Reader reader(pieces);
  while (!reader.at_end()) {
    const std::optional<der::Element> piece = reader.read();
    if (!piece) return false;
    if (piece->tag == der::kOctetString) {
      std::ranges::copy(piece->content, out.data() + size);
      size += piece->content.size();
    } else if (piece->tag != (der::kOctetString | kConstructed) ||
               !join(piece->content, out, size, depth + 1)) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<der::Element> Reader::read() {
  const std::optional<Header> header = read_header(rest_);
  if (!header || header->tag == 0) return std::nullopt;
  const ByteView after = rest_.subspan(header->size);
  std::size_t length = 0;
  std::size_t trailer = 0;
  if (header->length) {
    length = *header->length;
  } else {
    const std::optional<std::size_t> end = find_end_of_contents(after);
    if (!end) return std::nullopt;
    length = *end;
    trailer = 2;
  }
  const std::size_t total = header->size + length + trailer;
  const der::Element element{header->tag, after.first(length), rest_.first(total)};
  rest_ = rest_.subspan(total);
  return element;
}

std::optional<der::Element> Reader::read(std::uint8_t tag) {
  if (!next_is(tag)) return std::nullopt;
  return read();
}

std::optional<std::uint64_t> Reader::read_count() {
  Reader ahead = *this;
  const std::optional<der::Element> integer = ahead.read(der::kInteger);
  if (!integer || integer->content.empty()) return std::nullopt;
  ByteView digits = integer->content;
  if ((digits[0] & 0x80) != 0) return std::nullopt;
  while (!digits.empty() && digits[0] == 0) digits = digits.subspan(1);
  if (digits.size() > 8 || (digits.size() == 8 && digits[0] > 0x7f)) return std::nullopt;
  std::uint64_t value = 0;
  for (const std::uint8_t digit : digits) value = value << 8 | digit;
  *this = ahead;
  return value;
}

std::optional<ByteView> Reader::read_octets(Buffers& buffers, std::uint8_t tag) {
  if (next_is(tag)) {
    const std::optional<der::Element> whole = read();
    if (!whole) return std::nullopt;
    return whole->content;
  }
  Reader ahead = *this;
  const std::optional<der::Element> pieces = ahead.read(tag | kConstructed);
  if (!pieces) return std::nullopt;
  SecretBytes joined(pieces->content.size());
  std::size_t size = 0;
  if (!join(pieces->content, joined, size, 1)) return std::nullopt;
  joined.truncate(size);
  *this = ahead;
  buffers.push_back(std::move(joined));
  return std::as_const(buffers.back()).span();
}

bool is_exactly_one(ByteView bytes, std::uint8_t tag) {
  Reader reader(bytes);
  return reader.read(tag).has_value() && reader.at_end();
}

}  // namespace keyrack::ber
