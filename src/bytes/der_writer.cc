// SPDX-License-Identifier: Apache-2.0
#include "bytes/der_writer.h"

#include "bytes/der.h"

namespace keyrack::der {
namespace {

// Big endian without leading zero bytes.
std::vector<std::uint8_t> octets_of(std::uint64_t value) {
  std::vector<std::uint8_t> octets;
  for (int shift = 56; shift >= 0; shift -= 8) {
    const auto octet = static_cast<std::uint8_t>(value >> shift);
    if (octet != 0 || !octets.empty()) octets.push_back(octet);
  }
  return octets;
}

void append(std::vector<std::uint8_t>& out, ByteView bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}

}  // namespace

std::vector<std::uint8_t> write(std::uint8_t tag, std::initializer_list<ByteView> parts) {
  std::size_t size = 0;
  for (const ByteView part : parts) size += part.size();
  std::vector<std::uint8_t> out;
  out.reserve(size + 10);
  out.push_back(tag);
  if (size < 0x80) {
    out.push_back(static_cast<std::uint8_t>(size));
  } else {
    const std::vector<std::uint8_t> length = octets_of(size);
    out.push_back(static_cast<std::uint8_t>(0x80 | length.size()));
    append(out, length);
  }
  for (const ByteView part : parts) append(out, part);
  return out;
}

std::vector<std::uint8_t> write_integer(std::uint64_t value) {
  std::vector<std::uint8_t> octets = octets_of(value);
  if (octets.empty() || (octets[0] & 0x80) != 0) octets.insert(octets.begin(), 0);
  return write(kInteger, {octets});
}

}  // namespace keyrack::der
