// SPDX-License-Identifier: Apache-2.0
#include "keystore/encrypted_private_key.h"

#include <keyrack/key_store_limits.h>

#include "base/error_queue.h"
#include "keystore/pkcs12_cipher.h"

namespace keyrack {
namespace {

Result<SecretBytes> decrypt_info(ByteView der, const Password& password,
                                 const LibraryContext& library_context) {
  // EncryptedPrivateKeyInfo ::= SEQUENCE { AlgorithmIdentifier, OCTET STRING }
  ber::Reader whole(der);
  const auto info = whole.read(der::kSequence);
  ber::Reader reader(info ? info->content : ByteView());
  ber::Buffers buffers;
  const auto algorithm = reader.read(der::kSequence);
  const auto ciphertext = algorithm ? reader.read_octets(buffers) : std::nullopt;
  if (!ciphertext || !reader.at_end()) {
    return std::unexpected(Error{ErrorCode::kBadDer, "the encrypted private key is malformed"});
  }
  const auto encryption = parse_encryption(algorithm->content, buffers);
  if (!encryption) return std::unexpected(encryption.error());
  if (const auto allowed = check_limits(encryption->derivation, KeyStoreLimits{}); !allowed) {
    return std::unexpected(allowed.error());
  }
  return decrypt(*encryption, *ciphertext, pkcs12_forms(password), library_context);
}

}  // namespace

Result<SecretBytes> decrypt_private_key_info(ByteView der, const Password& password,
                                             const LibraryContext& library_context) {
  const ErrorQueueGuard guard;
  if (!password.has_value()) {
    return std::unexpected(Error{ErrorCode::kPasswordRequired,
                                 "the private key is encrypted and no password was given"});
  }
  return decrypt_info(der, password, library_context);
}

}  // namespace keyrack
