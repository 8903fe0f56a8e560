// SPDX-License-Identifier: Apache-2.0
#include "keystore/pkcs12_oid.h"

#include <openssl/objects.h>

#include <algorithm>
#include <array>

#include "base/openssl_ptr.h"
#include "bytes/der_writer.h"

namespace keyrack {

std::optional<Oid> read_oid(ber::Reader& reader) {
  const std::optional<der::Element> element = reader.read(der::kOid);
  if (!element) return std::nullopt;
  const unsigned char* at = element->whole.data();
  const OpenSslPtr<ASN1_OBJECT, ASN1_OBJECT_free> object(
      d2i_ASN1_OBJECT(nullptr, &at, static_cast<long>(element->whole.size())));
  if (!object) return std::nullopt;
  const int nid = OBJ_obj2nid(object.get());
  if (nid != NID_undef) return Oid{nid, OBJ_nid2ln(nid)};
  std::array<char, 128> dotted{};
  const int size = OBJ_obj2txt(dotted.data(), dotted.size(), object.get(), 1);
  if (size <= 0) return std::nullopt;
  return Oid{nid, dotted.data()};
}

std::vector<std::uint8_t> encode_oid(int nid) {
  const ASN1_OBJECT* object = OBJ_nid2obj(nid);
  return der::write(der::kOid, {ByteView(OBJ_get0_data(object), OBJ_length(object))});
}

}  // namespace keyrack
