// SPDX-License-Identifier: Apache-2.0
#include "keystore/traditional_pem_encryption.h"

#include <openssl/evp.h>

#include <array>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "base/counters.h"
#include "base/error_queue.h"
#include "base/openssl_ptr.h"
#include "base/query.h"

namespace keyrack {
namespace {

using EvpCipherPtr = OpenSslPtr<EVP_CIPHER, EVP_CIPHER_free>;
constexpr std::size_t kSaltBytes = 8;

std::string_view trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

// The value of the header `name`, or nothing.
std::optional<std::string_view> header(std::string_view headers, std::string_view name) {
  while (!headers.empty()) {
    const std::size_t end = headers.find_first_of("\r\n");
    const std::string_view line = trim(headers.substr(0, end));
    headers.remove_prefix(end == std::string_view::npos ? headers.size() : end + 1);
    if (line.starts_with(name) && line.substr(name.size()).starts_with(':')) {
      return trim(line.substr(name.size() + 1));
    }
  }
  return std::nullopt;
}

std::optional<std::uint8_t> hex_digit(char digit) {
  if (digit >= '0' && digit <= '9') return static_cast<std::uint8_t>(digit - '0');
  if (digit >= 'a' && digit <= 'f') return static_cast<std::uint8_t>(digit - 'a' + 10);
  if (digit >= 'A' && digit <= 'F') return static_cast<std::uint8_t>(digit - 'A' + 10);
  return std::nullopt;
}

using Iv = std::array<std::uint8_t, EVP_MAX_IV_LENGTH>;

std::optional<Iv> read_iv(std::string_view hex, std::size_t bytes) {
  Iv iv{};
  if (bytes > iv.size() || hex.size() != 2 * bytes) return std::nullopt;
  for (std::size_t i = 0; i < bytes; ++i) {
    const auto high = hex_digit(hex[2 * i]);
    const auto low = hex_digit(hex[2 * i + 1]);
    if (!high || !low) return std::nullopt;
    iv[i] = static_cast<std::uint8_t>(*high << 4 | *low);
  }
  return iv;
}

struct Encryption {
  EvpCipherPtr cipher;
  Iv iv;
};

Result<Encryption> read_dek_info(std::string_view headers, const LibraryContext& library_context) {
  const std::string_view info = header(headers, "DEK-Info").value_or("");
  const std::size_t comma = info.find(',');
  const std::string name(trim(info.substr(0, comma)));
  if (comma == std::string_view::npos || name.empty()) {
    return std::unexpected(
        Error{ErrorCode::kUnsupported, "the block is encrypted, but has no DEK-Info header"});
  }
  EvpCipherPtr cipher(
      EVP_CIPHER_fetch(library_context.context, name.c_str(), query_of(library_context)));
  const auto iv_bytes =
      cipher ? static_cast<std::size_t>(EVP_CIPHER_get_iv_length(cipher.get())) : 0;
  if (iv_bytes < kSaltBytes) {
    return std::unexpected(openssl_error(ErrorCode::kUnsupported,
                                         "the cipher " + name + " of DEK-Info is not supported"));
  }
  const auto iv = read_iv(trim(info.substr(comma + 1)), iv_bytes);
  if (!iv) {
    return std::unexpected(
        Error{ErrorCode::kBadDer, "the initialization vector in DEK-Info is malformed"});
  }
  return Encryption{std::move(cipher), *iv};
}

// Nothing when the padding is wrong.
std::optional<SecretBytes> decrypt(const Encryption& with, ByteView ciphertext,
                                   std::string_view password) {
  SecretBytes key(EVP_MAX_KEY_LENGTH);
  const auto* secret = reinterpret_cast<const unsigned char*>(password.data());
  counters().kdf_runs.add();
  const EvpCipherCtxPtr context(EVP_CIPHER_CTX_new());
  const bool ready =
      EVP_BytesToKey(with.cipher.get(), EVP_md5(), with.iv.data(), secret,
                     static_cast<int>(password.size()), 1, key.data(), nullptr) > 0 &&
      context &&
      EVP_DecryptInit_ex2(context.get(), with.cipher.get(), key.data(), with.iv.data(), nullptr) ==
          1;
  if (!ready) return std::nullopt;
  SecretBytes plain(ciphertext.size() + EVP_MAX_BLOCK_LENGTH);
  int head = 0;
  int tail = 0;
  if (EVP_DecryptUpdate(context.get(), plain.data(), &head, ciphertext.data(),
                        static_cast<int>(ciphertext.size())) != 1 ||
      EVP_DecryptFinal_ex(context.get(), plain.data() + head, &tail) != 1) {
    return std::nullopt;
  }
  plain.truncate(static_cast<std::size_t>(head + tail));
  return plain;
}

}  // namespace

bool is_traditionally_encrypted(std::string_view headers) {
  const auto type = header(headers, "Proc-Type");
  return type && type->ends_with("ENCRYPTED");
}

Result<SecretBytes> decrypt_traditional_pem(std::string_view headers, ByteView ciphertext,
                                            const Password& password,
                                            const LibraryContext& library_context) {
  if (!password.has_value()) {
    return std::unexpected(Error{ErrorCode::kPasswordRequired,
                                 "the private key is encrypted and no password was given"});
  }
  if (ciphertext.size() > INT_MAX - EVP_MAX_BLOCK_LENGTH || password.view().size() > INT_MAX) {
    return std::unexpected(Error{ErrorCode::kLimitExceeded, "an encrypted key of 2 GiB or more"});
  }
  const auto encryption = read_dek_info(headers, library_context);
  if (!encryption) return std::unexpected(encryption.error());
  auto plain = decrypt(*encryption, ciphertext, password.view());
  if (!plain) {
    return std::unexpected(
        openssl_error(ErrorCode::kWrongPassword, "wrong password, or the private key is damaged"));
  }
  return std::move(*plain);
}

}  // namespace keyrack
