// SPDX-License-Identifier: Apache-2.0
#include "keystore/pkcs12_encode.h"

#include <algorithm>

#include "bytes/der.h"
#include "bytes/der_writer.h"
#include "keystore/pkcs12_encode_algorithm.h"
#include "keystore/pkcs12_oids.h"

namespace keyrack {
namespace {

using Der = std::vector<std::uint8_t>;

constexpr std::uint8_t kExplicit0 = der::context(0);
constexpr std::uint8_t kImplicit0 = der::context(0, false);
// anyExtendedKeyUsage: what the JDK writes as the value of its trusted-certificate attribute.
constexpr std::string_view kAnyPurpose{"\x55\x1d\x25\x00", 4};

Der oid_element(std::string_view content) { return der::write(der::kOid, {as_bytes(content)}); }

Der attribute(std::string_view id, ByteView value) {
  return der::write(der::kSequence, {oid_element(id), der::write(der::kSet, {value})});
}

Der encode_attributes(const BagAttributes& attributes) {
  std::vector<Der> set;
  if (attributes.friendly_name) {
    set.push_back(
        attribute(oid::kFriendlyName, der::write(der::kBmpString, {*attributes.friendly_name})));
  }
  if (!attributes.local_key_id.empty()) {
    set.push_back(
        attribute(oid::kLocalKeyId, der::write(der::kOctetString, {attributes.local_key_id})));
  }
  if (attributes.is_trusted)
    set.push_back(attribute(oid::kTrustedKeyUsage, oid_element(kAnyPurpose)));
  if (set.empty()) return {};
  std::ranges::sort(set);  // as DER has a SET OF (X.690 section 11.6)
  Der content;
  for (const Der& element : set) content.insert(content.end(), element.begin(), element.end());
  return der::write(der::kSet, {content});
}

}  // namespace

Der encode_bag(std::string_view id, ByteView value, const BagAttributes& attributes) {
  return der::write(der::kSequence, {oid_element(id), der::write(kExplicit0, {value}),
                                     encode_attributes(attributes)});
}

Der encode_certificate_bag(ByteView certificate, const BagAttributes& attributes) {
  const Der octets = der::write(der::kOctetString, {certificate});
  return encode_bag(oid::kCertBag,
                    der::write(der::kSequence, {oid_element(oid::kX509Certificate),
                                                der::write(kExplicit0, {octets})}),
                    attributes);
}

Der encode_shrouded_key(const Encryption& encryption, ByteView ciphertext) {
  return der::write(der::kSequence,
                    {encode_algorithm(encryption), der::write(der::kOctetString, {ciphertext})});
}

Der encode_data(ByteView safe) {
  const Der octets = der::write(der::kOctetString, {safe});
  return der::write(der::kSequence, {oid_element(oid::kData), der::write(kExplicit0, {octets})});
}

Der encode_encrypted_data(const Encryption& encryption, ByteView ciphertext) {
  const Der info =
      der::write(der::kSequence, {oid_element(oid::kData), encode_algorithm(encryption),
                                  der::write(kImplicit0, {ciphertext})});
  const Der data = der::write(der::kSequence, {der::write_integer(0), info});
  return der::write(der::kSequence,
                    {oid_element(oid::kEncryptedData), der::write(kExplicit0, {data})});
}

Der encode_pfx(ByteView authenticated_safe, const MacAlgorithm* mac) {
  return der::write(der::kSequence, {der::write_integer(3), encode_data(authenticated_safe),
                                     mac != nullptr ? encode_mac_data(*mac) : Der()});
}

}  // namespace keyrack
