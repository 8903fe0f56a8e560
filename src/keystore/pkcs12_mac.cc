// SPDX-License-Identifier: Apache-2.0
#include "keystore/pkcs12_mac.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <algorithm>

#include "base/error_queue.h"
#include "base/openssl_ptr.h"
#include "base/query.h"
#include "keystore/pkcs12_derive.h"

namespace keyrack {

Result<SecretBytes> compute_mac(const MacAlgorithm& mac, ByteView content,
                                const Pkcs12Password& password,
                                const LibraryContext& library_context) {
  const char* properties = query_of(library_context);
  const EvpMdPtr digest(EVP_MD_fetch(library_context.context, mac.digest, properties));
  if (!digest) {
    return std::unexpected(openssl_error(ErrorCode::kUnsupported,
                                         std::string("OpenSSL has no ") + mac.digest + " here"));
  }
  const auto digest_size = static_cast<std::size_t>(EVP_MD_get_size(digest.get()));
  const Result<SecretBytes> key =
      derive(mac.derivation, password, KeyPurpose::kMac,
             mac.key_size != 0 ? mac.key_size : digest_size, library_context);
  if (!key) return std::unexpected(key.error());
  SecretBytes value(digest_size);
  std::size_t size = 0;
  if (EVP_Q_mac(library_context.context, "HMAC", properties, mac.digest, nullptr, key->data(),
                key->size(), content.data(), content.size(), value.data(), value.size(),
                &size) == nullptr ||
      size != value.size()) {
    return std::unexpected(
        openssl_error(ErrorCode::kUnsupported, std::string("HMAC-") + mac.digest + " failed"));
  }
  return value;
}

Result<std::size_t> verify_mac(const MacAlgorithm& mac, ByteView content,
                               std::span<const Pkcs12Password> forms,
                               const LibraryContext& library_context) {
  if (mac.derivation.kind != KeyDerivation::Kind::kPkcs12) forms = forms.first(1);
  for (std::size_t i = 0; i < forms.size(); ++i) {
    const Result<SecretBytes> value = compute_mac(mac, content, forms[i], library_context);
    if (!value) return std::unexpected(value.error());
    if (value->size() == mac.value.size() &&
        CRYPTO_memcmp(value->data(), mac.value.data(), value->size()) == 0) {
      return i;
    }
  }
  return std::unexpected(Error{ErrorCode::kWrongPassword,
                               "wrong password, or the file is damaged: its MAC does not match"});
}

}  // namespace keyrack
