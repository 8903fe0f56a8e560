// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bytes/byte_view.h"
#include "bytes/der.h"
#include "bytes/load.h"

namespace keyrack {

// Whether the bytes, at least one, are whole sub-identifiers without padding.
bool are_sub_identifiers(ByteView content);

// Whether `content` is an OBJECT IDENTIFIER's (X.690 section 8.19.2).
inline bool is_oid(ByteView content) {
  // Names and extensions have X.520's 2.5.4.x and 2.5.29.x.
  if (content.size() == 3 && (content[0] | content[1] | content[2]) < 0x80) return true;
  return !content.empty() && are_sub_identifiers(content);
}

// One AttributeTypeAndValue of a Name (RFC 5280 section 4.1.2.4). Views into the Name.
struct NameAttribute {
  ByteView type;          // content of the OBJECT IDENTIFIER
  der::Element value;     // of any tag
  std::uint32_t rdn = 0;  // which RelativeDistinguishedName it belongs to, from 0
};

// Takes the first RDN off `rdns` if it has the shape that nearly all have: one attribute with a
// type of X.520 (2.5.4.x) and short lengths. Eight of its eleven header bytes are compared at once;
// any other shape is left for the reader.
inline bool take_plain_rdn(ByteView& rdns, NameAttribute& attribute) {
  constexpr std::uint8_t kShape[] = {der::kSet, 0, der::kSequence, 0, der::kOid, 3, 0x55, 0x04};
  constexpr std::uint8_t kCompared[] = {0xff, 0, 0xff, 0, 0xff, 0xff, 0xff, 0xff};
  if (rdns.size() < 11) return false;
  const std::uint8_t* const at = rdns.data();
  const std::uint64_t differences =
      load_little_endian<std::uint64_t>(at) ^ load_little_endian<std::uint64_t>(kShape);
  if ((differences & load_little_endian<std::uint64_t>(kCompared)) != 0) return false;
  const std::size_t set_size = at[1], pair_size = at[3], value_size = at[10];
  if (set_size >= 0x80 || set_size != pair_size + 2 || pair_size != value_size + 7) return false;
  if (set_size + 2 > rdns.size() || at[8] >= 0x80 || (at[9] & 0x1f) == 0x1f) return false;
  attribute.type = ByteView(at + 6, 3);
  attribute.value.tag = at[9];
  attribute.value.content = ByteView(at + 11, value_size);
  attribute.value.whole = ByteView(at + 9, value_size + 2);
  rdns = rdns.subspan(set_size + 2);
  return true;
}

// Calls `visit(const NameAttribute&)` for each attribute of the DER of one Name, in its order, as
// long as it returns true. Returns whether the structure was sound to the end (values are not
// looked into) and every visit true. An RDN without attributes is skipped, as libcrypto does.
template <typename Visit>
bool for_each_attribute(ByteView name, Visit&& visit) {
  der::Reader outer(name);
  der::Element names;
  if (!outer.read(der::kSequence, names) || !outer.at_end()) return false;
  NameAttribute attribute;
  for (ByteView rdns = names.content; !rdns.empty(); ++attribute.rdn) {
    if (take_plain_rdn(rdns, attribute)) {
      if (!visit(static_cast<const NameAttribute&>(attribute))) return false;
      continue;
    }
    der::Element set;
    if (!der::Reader(rdns).read(der::kSet, set)) return false;
    rdns = rdns.subspan(set.whole.size());
    der::Reader attributes(set.content);
    while (!attributes.at_end()) {
      der::Element pair, type;
      if (!attributes.read(der::kSequence, pair)) return false;
      der::Reader parts(pair.content);
      if (!parts.read(der::kOid, type) || !is_oid(type.content)) return false;
      attribute.type = type.content;
      if (!parts.read(attribute.value) || !parts.at_end()) return false;
      if (!visit(static_cast<const NameAttribute&>(attribute))) return false;
    }
  }
  return true;
}

}  // namespace keyrack
