// SPDX-License-Identifier: Apache-2.0
#include "x509/canonical_name_writer.h"

#include <algorithm>
#include <cstring>

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

}  // namespace

// Begins an element whose length will fit one byte, or else close() makes room.
std::uint8_t* CanonicalNameWriter::open(std::uint8_t tag) {
  *out_ = tag;
  out_ += 2;
  return out_;
}

void CanonicalNameWriter::close(std::uint8_t* content) {
  const auto size = static_cast<std::size_t>(out_ - content);
  if (size < 0x80) {
    content[-1] = static_cast<std::uint8_t>(size);
    return;
  }
  std::size_t length_bytes = 1;
  while (size >> length_bytes * 8 != 0) ++length_bytes;
  std::memmove(content + length_bytes, content, size);
  content[-1] = static_cast<std::uint8_t>(0x80 | length_bytes);
  for (std::size_t i = 0; i < length_bytes; ++i) {
    content[i] = static_cast<std::uint8_t>(size >> (length_bytes - 1 - i) * 8);
  }
  out_ += length_bytes;
}

void CanonicalNameWriter::add_bytes(ByteView bytes) {
  if (!bytes.empty()) std::memcpy(out_, bytes.data(), bytes.size());
  out_ += bytes.size();
}

bool CanonicalNameWriter::add(const NameAttribute& attribute) {
  if (attributes_ != 0 && attribute.rdn != rdn_) end_rdn();
  if (attributes_ == 0) rdn_start_ = open(der::kSet);
  rdn_ = attribute.rdn;
  ++attributes_;
  std::uint8_t* const pair = open(der::kSequence);
  std::uint8_t* const type = open(der::kOid);
  add_bytes(attribute.type);
  close(type);
  if (!add_value(attribute.value)) return false;
  close(pair);
  return true;
}

bool CanonicalNameWriter::add_value(const der::Element& value) {
  if (is_text(value.tag)) {
    std::uint8_t* const text = open(der::kUtf8String);
    out_ = fold_text(value.tag, value.content, out_);
    if (out_ == nullptr) return false;
    close(text);
    return true;
  }
  if (value.tag == der::kBitString) {
    if (value.content.empty() || value.content[0] > 7) return false;
    add_bit_string(value.content);
    return true;
  }
  if (!is_opaque(value.tag)) return false;
  add_bytes(value.whole);
  return true;
}

// Unused bits are cleared, as reading and writing a BIT STRING with libcrypto does.
void CanonicalNameWriter::add_bit_string(ByteView content) {
  std::uint8_t* const bits = open(der::kBitString);
  add_bytes(content);
  if (content.size() == 1) {
    bits[0] = 0;
  } else {
    out_[-1] = static_cast<std::uint8_t>(out_[-1] & 0xff << content[0]);
  }
  close(bits);
}

// DER wants the elements of a SET OF sorted; folding may have changed their order.
void CanonicalNameWriter::sort_attributes() {
  const std::vector<std::uint8_t> unsorted(rdn_start_, out_);
  std::vector<ByteView> attributes;
  der::Reader reader(unsorted);
  for (der::Element attribute; reader.read(attribute);) attributes.push_back(attribute.whole);
  std::ranges::sort(attributes, [](ByteView a, ByteView b) {
    return std::ranges::lexicographical_compare(a, b);
  });
  out_ = rdn_start_;
  for (const ByteView attribute : attributes) add_bytes(attribute);
}

void CanonicalNameWriter::end_rdn() {
  if (attributes_ > 1) sort_attributes();
  close(rdn_start_);
  attributes_ = 0;
}

std::uint8_t* CanonicalNameWriter::finish() {
  if (attributes_ != 0) end_rdn();
  return out_;
}

}  // namespace keyrack
