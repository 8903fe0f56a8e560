// SPDX-License-Identifier: Apache-2.0
#include "x509/canonical_name_writer.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "x509/fold_text.h"

namespace keyrack {
namespace {

// Types that libcrypto converts to UTF-8 and folds (ASN1_MASK_CANON; VisibleString is one, but is
// refused for the value of an attribute).
constexpr bool is_text(std::uint8_t tag) {
  return tag == der::kUtf8String || tag == der::kPrintableString || tag == der::kBmpString ||
         tag == der::kIa5String || tag == der::kT61String || tag == der::kUniversalString;
}

// Other types that libcrypto takes for the value of an attribute: NumericString, and the universal
// tags that it has no name for.
constexpr bool is_opaque(std::uint8_t tag) {
  return tag == der::kNumericString || tag == der::kSequence || (tag >= 7 && tag <= 9) ||
         tag == 11 || (tag >= 13 && tag <= 15) || tag == 29;
}

// The functions below write at a place and return the end of what they wrote.

// Begins an element whose length will fit one byte, or else close() makes room.
std::uint8_t* open(std::uint8_t tag, std::uint8_t* out) {
  *out = tag;
  return out + 2;
}

std::uint8_t* close_long(std::uint8_t* content, std::uint8_t* end) {
  const auto size = static_cast<std::size_t>(end - content);
  std::size_t length_bytes = 1;
  while (size >> length_bytes * 8 != 0) ++length_bytes;
  std::memmove(content + length_bytes, content, size);
  content[-1] = static_cast<std::uint8_t>(0x80 | length_bytes);
  for (std::size_t i = 0; i < length_bytes; ++i) {
    content[i] = static_cast<std::uint8_t>(size >> (length_bytes - 1 - i) * 8);
  }
  return end + length_bytes;
}

std::uint8_t* close(std::uint8_t* content, std::uint8_t* end) {
  const auto size = static_cast<std::size_t>(end - content);
  if (size >= 0x80) return close_long(content, end);
  content[-1] = static_cast<std::uint8_t>(size);
  return end;
}

std::uint8_t* copy(ByteView bytes, std::uint8_t* out) { return std::ranges::copy(bytes, out).out; }

// Unused bits are cleared, as reading and writing a BIT STRING with libcrypto does.
std::uint8_t* write_bit_string(ByteView content, std::uint8_t* out) {
  if (content.empty() || content[0] > 7) return nullptr;
  std::uint8_t* const bits = open(der::kBitString, out);
  std::uint8_t* const end = copy(content, bits);
  if (content.size() == 1) {
    bits[0] = 0;
  } else {
    end[-1] = static_cast<std::uint8_t>(end[-1] & 0xff << content[0]);
  }
  return close(bits, end);
}

// Null for a value that libcrypto refuses.
std::uint8_t* write_value(const der::Element& value, std::uint8_t* out) {
  if (is_text(value.tag)) {
    std::uint8_t* const text = open(der::kUtf8String, out);
    std::uint8_t* const end = fold_text(value.tag, value.content, text);
    return end != nullptr ? close(text, end) : nullptr;
  }
  if (value.tag == der::kBitString) return write_bit_string(value.content, out);
  return is_opaque(value.tag) ? copy(value.whole, out) : nullptr;
}

// An attribute of the common shape: text with a type of three bytes, short enough for one-byte
// lengths. Null, with nothing lost, for any other.
std::uint8_t* write_plain_attribute(const NameAttribute& attribute, std::uint8_t* out) {
  constexpr std::size_t kHeaders = 9;
  if (attribute.type.size() != 3 || !is_text(attribute.value.tag)) return nullptr;
  std::uint8_t* const text = out + kHeaders;
  std::uint8_t* const end = fold_text(attribute.value.tag, attribute.value.content, text);
  if (end == nullptr || end - text > 0x7f - 7) return nullptr;
  const auto size = static_cast<std::uint8_t>(end - text);
  out[0] = der::kSequence;
  out[1] = static_cast<std::uint8_t>(size + 7);
  out[2] = der::kOid;
  out[3] = 3;
  std::memcpy(out + 4, attribute.type.data(), 3);
  out[7] = der::kUtf8String;
  out[8] = size;
  return end;
}

std::uint8_t* write_attribute(const NameAttribute& attribute, std::uint8_t* out) {
  if (std::uint8_t* const end = write_plain_attribute(attribute, out)) return end;
  std::uint8_t* const pair = open(der::kSequence, out);
  std::uint8_t* const type = open(der::kOid, pair);
  std::uint8_t* const value = close(type, copy(attribute.type, type));
  std::uint8_t* const end = write_value(attribute.value, value);
  return end != nullptr ? close(pair, end) : nullptr;
}

// DER wants the elements of a SET OF sorted; folding may have changed their order.
void sort_attributes(std::uint8_t* begin, const std::uint8_t* end) {
  const std::vector<std::uint8_t> unsorted(static_cast<const std::uint8_t*>(begin), end);
  std::vector<ByteView> attributes;
  der::Reader reader(unsorted);
  for (der::Element attribute; reader.read(attribute);) attributes.push_back(attribute.whole);
  std::ranges::sort(attributes, [](ByteView a, ByteView b) {
    return std::ranges::lexicographical_compare(a, b);
  });
  for (const ByteView attribute : attributes) {
    begin = std::ranges::copy(attribute, begin).out;
  }
}

}  // namespace

bool CanonicalNameWriter::add(const NameAttribute& attribute) {
  if (attributes_ != 0 && attribute.rdn != rdn_) end_rdn();
  if (attributes_ == 0) out_ = rdn_start_ = open(der::kSet, out_);
  rdn_ = attribute.rdn;
  ++attributes_;
  std::uint8_t* const end = write_attribute(attribute, out_);
  if (end == nullptr) return false;
  out_ = end;
  return true;
}

void CanonicalNameWriter::end_rdn() {
  if (attributes_ > 1) sort_attributes(rdn_start_, out_);
  out_ = close(rdn_start_, out_);
  attributes_ = 0;
}

std::uint8_t* CanonicalNameWriter::finish() {
  if (attributes_ != 0) end_rdn();
  return out_;
}

}  // namespace keyrack
