// SPDX-License-Identifier: Apache-2.0
#include "keystore/encrypted_private_key.h"

#include <keyrack/key_store_limits.h>

#include "base/error_queue.h"
#include "keystore/pkcs12_cipher.h"
#include "keystore/pkcs12_shrouded_key.h"

namespace keyrack {
namespace {

Result<SecretBytes> decrypt_info(ByteView der, const Password& password,
                                 const LibraryContext& library_context) {
  ber::Buffers buffers;
  const auto key = parse_shrouded_key(der, buffers);
  if (!key) return std::unexpected(key.error());
  if (const auto allowed = check_limits(key->encryption.derivation, KeyStoreLimits{}); !allowed) {
    return std::unexpected(allowed.error());
  }
  return decrypt(key->encryption, key->ciphertext, pkcs12_forms(password), library_context);
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
