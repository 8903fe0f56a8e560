// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bytes/byte_view.h"
#include "bytes/der.h"

namespace keyrack {

// Whether `content` is an OBJECT IDENTIFIER's: whole sub-identifiers without padding (X.690
// section 8.19.2). Empty is not.
inline bool is_oid(ByteView content) {
  if (content.empty()) return false;
  bool at_start = true;  // of a sub-identifier
  for (const std::uint8_t byte : content) {
    if (at_start && byte == 0x80) return false;
    at_start = byte < 0x80;
  }
  return at_start;
}

// One AttributeTypeAndValue of a Name (RFC 5280 section 4.1.2.4). Views into the Name.
struct NameAttribute {
  ByteView type;          // content of the OBJECT IDENTIFIER
  der::Element value;     // of any tag
  std::uint32_t rdn = 0;  // which RelativeDistinguishedName it belongs to, from 0
};

// Calls `visit(const NameAttribute&)` for each attribute of the DER of one Name, in its order, as
// long as it returns true. Returns whether the structure was sound to the end (values are not
// looked into) and every visit true. An RDN without attributes is skipped, as libcrypto does.
template <typename Visit>
bool for_each_attribute(ByteView name, Visit&& visit) {
  der::Reader outer(name);
  der::Element names;
  if (!outer.read(der::kSequence, names) || !outer.at_end()) return false;
  der::Reader rdns(names.content);
  NameAttribute attribute;
  for (; !rdns.at_end(); ++attribute.rdn) {
    der::Element set;
    if (!rdns.read(der::kSet, set)) return false;
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
