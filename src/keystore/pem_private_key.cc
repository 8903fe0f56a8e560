// SPDX-License-Identifier: Apache-2.0
#include "keystore/pem_private_key.h"

#include "base/secret_bytes.h"
#include "bytes/base64.h"
#include "keystore/encrypted_private_key.h"
#include "keystore/traditional_pem_encryption.h"

namespace keyrack {
namespace {

PrivateKeyForm form_of(const PemBlock& block) {
  if (block.kind != PemKind::kTraditionalKey) return PrivateKeyForm::kPkcs8;
  if (block.label.starts_with("RSA")) return PrivateKeyForm::kPkcs1;
  if (block.label.starts_with("EC")) return PrivateKeyForm::kSec1;
  return PrivateKeyForm::kDsa;
}

bool is_encrypted(const PemBlock& block) {
  return block.kind == PemKind::kEncryptedPrivateKey || is_traditionally_encrypted(block.headers);
}

// The DER of the key, decrypted where it must be.
Result<SecretBytes> read_der(const PemBlock& block, const Password& password,
                             const LibraryContext& library_context) {
  SecretBytes body(base64::max_decoded_size(block.body.size()) + base64::kSlack);
  const auto size = base64::decode_secret(block.body, body.data());
  if (!size) {
    return std::unexpected(Error{ErrorCode::kBadBase64, "the private key's body is not base64"});
  }
  body.truncate(*size);
  if (is_traditionally_encrypted(block.headers)) {
    return decrypt_traditional_pem(block.headers, body.span(), password, library_context);
  }
  if (block.kind == PemKind::kEncryptedPrivateKey) {
    return decrypt_private_key_info(body.span(), password, library_context);
  }
  return body;
}

}  // namespace

bool is_private_key(PemKind kind) {
  return kind == PemKind::kPrivateKey || kind == PemKind::kEncryptedPrivateKey ||
         kind == PemKind::kTraditionalKey;
}

Result<std::shared_ptr<const PrivateKey>> load_private_key(const PemBlock& block,
                                                           const Password& password,
                                                           const LibraryContext& library_context) {
  const Result<SecretBytes> der = read_der(block, password, library_context);
  if (!der) return std::unexpected(der.error());
  auto key = load_private_key(form_of(block), der->span(), library_context);
  // One wrong password in 256 or so decrypts to something that looks padded.
  if (!key && is_encrypted(block) && key.error().code == ErrorCode::kBadDer) {
    key.error().code = ErrorCode::kWrongPassword;
    key.error().message = "wrong password, or the private key is damaged";
  }
  return key;
}

}  // namespace keyrack
