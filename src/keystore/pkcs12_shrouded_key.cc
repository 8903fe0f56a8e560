// SPDX-License-Identifier: Apache-2.0
#include "keystore/pkcs12_shrouded_key.h"

namespace keyrack {

// EncryptedPrivateKeyInfo ::= SEQUENCE { encryptionAlgorithm AlgorithmIdentifier, encryptedData
//   OCTET STRING }
Result<ShroudedKey> parse_shrouded_key(ByteView whole, ber::Buffers& buffers) {
  ber::Reader outer(whole);
  const auto sequence = outer.read(der::kSequence);
  ber::Reader reader(sequence ? sequence->content : ByteView());
  const auto algorithm = reader.read(der::kSequence);
  const auto ciphertext = algorithm ? reader.read_octets(buffers) : std::nullopt;
  if (!ciphertext || !reader.at_end()) {
    return std::unexpected(Error{ErrorCode::kBadDer, "the encrypted private key is malformed"});
  }
  const Result<Encryption> encryption = parse_encryption(algorithm->content, buffers);
  if (!encryption) return std::unexpected(encryption.error());
  return ShroudedKey{*encryption, *ciphertext};
}

}  // namespace keyrack
