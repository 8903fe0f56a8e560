// SPDX-License-Identifier: Apache-2.0
#include "keystore/pkcs12_encode_algorithm.h"

#include <algorithm>
#include <string_view>

#include "bytes/der.h"
#include "bytes/der_writer.h"
#include "keystore/pkcs12_algorithm_tables.h"
#include "keystore/pkcs12_oid.h"

namespace keyrack {
namespace {

using Der = std::vector<std::uint8_t>;

Der octets(ByteView content) { return der::write(der::kOctetString, {content}); }

// An AlgorithmIdentifier.
Der algorithm(int nid, ByteView parameters) {
  return der::write(der::kSequence, {encode_oid(nid), parameters});
}
Der algorithm_without_parameters(int nid) { return algorithm(nid, der::write(der::kNull, {})); }

const DigestRow& digest_row(const char* name) {
  return *std::ranges::find(kDigests, std::string_view(name), &DigestRow::name);
}

Der encode_pbkdf2(const KeyDerivation& derivation) {
  const Der length = derivation.key_length ? der::write_integer(*derivation.key_length) : Der();
  const DigestRow& row = digest_row(derivation.digest);
  // DER leaves the default out.
  const Der prf = row.hmac == NID_hmacWithSHA1 ? Der() : algorithm_without_parameters(row.hmac);
  return algorithm(
      NID_id_pbkdf2,
      der::write(der::kSequence, {octets(derivation.salt),
                                  der::write_integer(derivation.iterations), length, prf}));
}

template <std::size_t kRows>
int nid_of(const CipherRow (&rows)[kRows], const char* cipher) {
  return std::ranges::find(rows, std::string_view(cipher), &CipherRow::cipher)->nid;
}

}  // namespace

Der encode_algorithm(const Encryption& encryption) {
  const KeyDerivation& derivation = encryption.derivation;
  if (derivation.kind == KeyDerivation::Kind::kPkcs12) {
    return algorithm(nid_of(kPkcs12Ciphers, encryption.cipher),
                     der::write(der::kSequence, {octets(derivation.salt),
                                                 der::write_integer(derivation.iterations)}));
  }
  const Der scheme = algorithm(nid_of(kPbes2Ciphers, encryption.cipher), octets(encryption.iv));
  return algorithm(NID_pbes2, der::write(der::kSequence, {encode_pbkdf2(derivation), scheme}));
}

Der encode_mac_data(const MacAlgorithm& mac) {
  const KeyDerivation& derivation = mac.derivation;
  const DigestRow& row = digest_row(mac.digest);
  if (derivation.kind == KeyDerivation::Kind::kPkcs12) {
    const Der digest_info =
        der::write(der::kSequence, {algorithm_without_parameters(row.digest), octets(mac.value)});
    return der::write(der::kSequence, {digest_info, octets(derivation.salt),
                                       der::write_integer(derivation.iterations)});
  }
  const Der parameters = der::write(
      der::kSequence, {encode_pbkdf2(derivation), algorithm_without_parameters(row.hmac)});
  const Der digest_info =
      der::write(der::kSequence, {algorithm(NID_pbmac1, parameters), octets(mac.value)});
  // PBMAC1 has its own salt and count (RFC 9579 section 4); a salt must still be there.
  return der::write(der::kSequence, {digest_info, octets(as_bytes("NOT USED"))});
}

}  // namespace keyrack
