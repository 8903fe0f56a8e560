// SPDX-License-Identifier: Apache-2.0
#include "keystore/pkcs12_cipher.h"

#include <openssl/evp.h>

#include <climits>

#include "base/error_queue.h"
#include "base/openssl_ptr.h"
#include "base/query.h"
#include "keystore/pkcs12_derive.h"
#include "keystore/pkcs12_legacy.h"

namespace keyrack {
namespace {

using EvpCipherPtr = OpenSslPtr<EVP_CIPHER, EVP_CIPHER_free>;

std::unexpected<Error> wrong_password() {
  return std::unexpected(
      openssl_error(ErrorCode::kWrongPassword, "wrong password, or the content is damaged"));
}

Result<EvpCipherPtr> fetch_cipher(const Encryption& encryption, const LibraryContext& context) {
  const std::string name = encryption.cipher;
  EvpCipherPtr cipher;
  if (encryption.is_legacy) {
    OSSL_LIB_CTX* legacy = legacy_library_context();
    if (legacy != nullptr) cipher.reset(EVP_CIPHER_fetch(legacy, encryption.cipher, nullptr));
    if (!cipher) {
      return std::unexpected(openssl_error(
          ErrorCode::kUnsupported, name + " needs OpenSSL's legacy provider, which is missing"));
    }
    return cipher;
  }
  cipher.reset(EVP_CIPHER_fetch(context.context, encryption.cipher, query_of(context)));
  if (!cipher) {
    return std::unexpected(openssl_error(ErrorCode::kUnsupported,
                                         "OpenSSL has no " + name + " in this library context"));
  }
  return cipher;
}

enum class Direction : std::uint8_t { kDecrypt = 0, kEncrypt = 1 };

// Derives the key and runs the cipher. kWrongPassword when decryption ends in no valid padding.
Result<SecretBytes> run_cipher(Direction direction, const EVP_CIPHER* cipher,
                               const Encryption& encryption, ByteView input,
                               const Pkcs12Password& password, const LibraryContext& context) {
  const KeyDerivation& derivation = encryption.derivation;
  const Result<SecretBytes> key =
      derive(derivation, password, KeyPurpose::kEncryption, encryption.key_size, context);
  if (!key) return std::unexpected(key.error());
  const auto iv_size = static_cast<std::size_t>(EVP_CIPHER_get_iv_length(cipher));
  Result<SecretBytes> iv = SecretBytes(encryption.iv);
  if (derivation.kind == KeyDerivation::Kind::kPkcs12) {
    iv = derive(derivation, password, KeyPurpose::kIv, iv_size, context);
    if (!iv) return std::unexpected(iv.error());
  }
  if (iv->size() != iv_size) {
    return std::unexpected(Error{ErrorCode::kBadDer, "the initialization vector has a wrong size"});
  }

  const EvpCipherCtxPtr run(EVP_CIPHER_CTX_new());
  if (!run || EVP_CipherInit_ex2(run.get(), cipher, key->data(), iv->data(),
                                 static_cast<int>(direction), nullptr) != 1) {
    return std::unexpected(
        openssl_error(ErrorCode::kOpenSsl, std::string(encryption.cipher) + " cannot be run"));
  }
  SecretBytes output(input.size() + EVP_MAX_BLOCK_LENGTH);
  int head = 0;
  int tail = 0;
  if (EVP_CipherUpdate(run.get(), output.data(), &head, input.data(),
                       static_cast<int>(input.size())) != 1 ||
      EVP_CipherFinal_ex(run.get(), output.data() + head, &tail) != 1) {
    return wrong_password();
  }
  output.truncate(static_cast<std::size_t>(head + tail));
  return output;
}

Result<void> check_size(ByteView input) {
  if (input.size() <= INT_MAX - EVP_MAX_BLOCK_LENGTH) return {};
  return std::unexpected(Error{ErrorCode::kLimitExceeded, "more than 2 GiB for one cipher"});
}

}  // namespace

Result<SecretBytes> decrypt(const Encryption& encryption, ByteView ciphertext,
                            std::span<const Pkcs12Password> forms,
                            const LibraryContext& library_context) {
  if (const auto size = check_size(ciphertext); !size) return std::unexpected(size.error());
  const Result<EvpCipherPtr> cipher = fetch_cipher(encryption, library_context);
  if (!cipher) return std::unexpected(cipher.error());
  // PBKDF2 and scrypt take the password's own bytes, which are the same in all forms.
  if (encryption.derivation.kind != KeyDerivation::Kind::kPkcs12) forms = forms.first(1);
  for (const Pkcs12Password& form : forms) {
    Result<SecretBytes> plain = run_cipher(Direction::kDecrypt, cipher->get(), encryption,
                                           ciphertext, form, library_context);
    if (!plain && plain.error().code != ErrorCode::kWrongPassword) return plain;
    if (plain && ber::is_exactly_one(plain->span(), der::kSequence)) return plain;
  }
  return wrong_password();
}

Result<SecretBytes> encrypt(const Encryption& encryption, ByteView plain,
                            const Pkcs12Password& password, const LibraryContext& library_context) {
  if (const auto size = check_size(plain); !size) return std::unexpected(size.error());
  const Result<EvpCipherPtr> cipher = fetch_cipher(encryption, library_context);
  if (!cipher) return std::unexpected(cipher.error());
  return run_cipher(Direction::kEncrypt, cipher->get(), encryption, plain, password,
                    library_context);
}

}  // namespace keyrack
