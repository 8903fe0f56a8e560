// SPDX-License-Identifier: Apache-2.0
#include "keystore/pkcs12_bags.h"

#include <algorithm>
#include <string_view>

#include "keystore/pkcs12_oids.h"
#include "keystore/pkcs12_utf.h"

namespace keyrack {
namespace {

constexpr int kMaxNestedSafes = 8;

void add_problem(BagList& list, std::uint32_t index, ErrorCode code, std::string message) {
  list.problems.push_back(
      Error{code, std::move(message), Location{.index = index, .label = "bag"}});
}

// The one element within an EXPLICIT tag.
std::optional<der::Element> read_explicit(ber::Reader& reader, std::uint8_t tag) {
  ber::Reader ahead = reader;
  const std::optional<der::Element> wrapper = ahead.read(tag);
  if (!wrapper) return std::nullopt;
  ber::Reader inner(wrapper->content);
  const std::optional<der::Element> element = inner.read();
  if (!element || !inner.at_end()) return std::nullopt;
  reader = ahead;
  return element;
}

// PKCS12Attribute ::= SEQUENCE { attrId OBJECT IDENTIFIER, attrValues SET OF ANY }. Of attributes
// that are given twice, and of several values, the first counts.
bool read_attribute(ber::Reader& attributes, BagList& list, Pkcs12Bag& bag) {
  const std::optional<der::Element> attribute = attributes.read(der::kSequence);
  if (!attribute) return false;
  ber::Reader reader(attribute->content);
  const std::optional<der::Element> id = reader.read(der::kOid);
  const std::optional<der::Element> values = reader.read(der::kSet);
  if (!id || !values || !reader.at_end()) return false;

  ber::Reader value(values->content);
  const std::string_view oid = as_text(id->content);
  if (oid == oid::kTrustedKeyUsage) {
    bag.is_trusted = true;
  } else if (oid == oid::kFriendlyName && !bag.friendly_name) {
    const std::optional<ByteView> name = value.read_octets(list.buffers, der::kBmpString);
    if (!name) return false;
    bag.friendly_name = decode_friendly_name(*name);
    return bag.friendly_name.has_value();
  } else if (oid == oid::kLocalKeyId && bag.local_key_id.empty()) {
    const std::optional<ByteView> key_id = value.read_octets(list.buffers);
    if (!key_id) return false;
    bag.local_key_id = *key_id;
  }
  return true;
}

// Malformed attributes never cost the bag itself.
void read_attributes(ber::Reader& reader, BagList& list, Pkcs12Bag& bag) {
  if (reader.at_end()) return;
  const std::optional<der::Element> set = reader.read(der::kSet);
  bool good = set.has_value() && reader.at_end();
  if (set) {
    ber::Reader attributes(set->content);
    while (!attributes.at_end()) {
      const std::size_t before = attributes.rest().size();
      good = read_attribute(attributes, list, bag) && good;
      if (attributes.rest().size() == before) break;
    }
  }
  if (!good) {
    add_problem(list, bag.index, ErrorCode::kBadDer,
                "attributes: malformed; the bag is kept without what cannot be read");
  }
}

// CertBag and CRLBag ::= SEQUENCE { id OBJECT IDENTIFIER, value [0] EXPLICIT OCTET STRING }
std::optional<ByteView> read_typed_octets(ByteView bag, std::string_view type, BagList& list,
                                          std::uint32_t index) {
  ber::Reader reader(bag);
  const std::optional<der::Element> id = reader.read(der::kOid);
  const std::optional<der::Element> wrapper =
      id ? reader.read(der::context(0)) : std::optional<der::Element>();
  if (!wrapper) {
    add_problem(list, index, ErrorCode::kBadDer, "structure: the bag's value is malformed");
    return std::nullopt;
  }
  if (as_text(id->content) != type) {
    add_problem(list, index, ErrorCode::kUnsupported,
                "structure: not an X.509 certificate or CRL (SDSI and others are not supported)");
    return std::nullopt;
  }
  ber::Reader inner(wrapper->content);
  const std::optional<ByteView> octets = inner.read_octets(list.buffers);
  if (!octets || !inner.at_end()) {
    add_problem(list, index, ErrorCode::kBadDer, "structure: the bag's value is malformed");
    return std::nullopt;
  }
  return octets;
}

std::optional<BagKind> kind_of(std::string_view bag_id) {
  if (bag_id == oid::kKeyBag) return BagKind::kKey;
  if (bag_id == oid::kShroudedKeyBag) return BagKind::kShroudedKey;
  if (bag_id == oid::kCertBag) return BagKind::kCertificate;
  if (bag_id == oid::kCrlBag) return BagKind::kCrl;
  if (bag_id == oid::kSecretBag) return BagKind::kSecret;
  return std::nullopt;
}

void read_bag(std::string_view bag_id, const der::Element& value, ber::Reader& attributes,
              BagList& list) {
  Pkcs12Bag bag{.index = list.next_index++, .value = value.whole};
  const std::optional<BagKind> kind = kind_of(bag_id);
  if (!kind) {
    return add_problem(list, bag.index, ErrorCode::kUnsupported,
                       "structure: a bag of a kind that RFC 7292 does not have");
  }
  bag.kind = *kind;
  if (*kind == BagKind::kCertificate || *kind == BagKind::kCrl) {
    const std::optional<ByteView> octets = read_typed_octets(
        value.content, *kind == BagKind::kCrl ? oid::kX509Crl : oid::kX509Certificate, list,
        bag.index);
    if (!octets) return;
    bag.value = *octets;
  }
  read_attributes(attributes, list, bag);
  list.bags.push_back(std::move(bag));
}

// SafeContents ::= SEQUENCE OF SafeBag
// SafeBag ::= SEQUENCE { bagId OBJECT IDENTIFIER, bagValue [0] EXPLICIT ANY,
//   bagAttributes SET OF PKCS12Attribute OPTIONAL }
Result<void> read_nested(ByteView safe, std::size_t max_bags, BagList& list, int depth) {
  ber::Reader outer(safe);
  const std::optional<der::Element> sequence = outer.read(der::kSequence);
  if (!sequence || depth > kMaxNestedSafes) {
    add_problem(list, list.next_index++, ErrorCode::kBadDer,
                "structure: malformed safe contents, or nested too deeply");
    return {};
  }
  ber::Reader reader(sequence->content);
  while (!reader.at_end()) {
    if (list.next_index >= max_bags) {
      return std::unexpected(
          Error{ErrorCode::kLimitExceeded,
                "more bags than the limit max_bags of " + std::to_string(max_bags)});
    }
    const std::optional<der::Element> element = reader.read();
    if (!element) {
      add_problem(list, list.next_index++, ErrorCode::kBadDer,
                  "structure: the rest of this safe cannot be read");
      return {};
    }
    ber::Reader bag(element->content);
    const std::optional<der::Element> id = bag.read(der::kOid);
    const std::optional<der::Element> value =
        id ? read_explicit(bag, der::context(0)) : std::optional<der::Element>();
    if (element->tag != der::kSequence || !value) {
      add_problem(list, list.next_index++, ErrorCode::kBadDer, "structure: a malformed bag");
    } else if (as_text(id->content) == oid::kSafeContentsBag) {
      const Result<void> nested = read_nested(value->whole, max_bags, list, depth + 1);
      if (!nested) return nested;
    } else {
      read_bag(as_text(id->content), *value, bag, list);
    }
  }
  return {};
}

}  // namespace

bool has_no_keys(std::span<const Pkcs12Bag> bags) {
  return std::ranges::none_of(bags, [](const Pkcs12Bag& bag) {
    return bag.kind == BagKind::kKey || bag.kind == BagKind::kShroudedKey;
  });
}

Result<void> read_safe_contents(ByteView safe, std::size_t max_bags, BagList& list) {
  return read_nested(safe, max_bags, list, 1);
}

}  // namespace keyrack
