// SPDX-License-Identifier: Apache-2.0
#include "keystore/pkcs12_password.h"

#include <optional>

#include "keystore/pkcs12_utf.h"

namespace keyrack {
namespace {

// UTF-16, big endian, with the two zero bytes behind it; nothing when `utf8` is not UTF-8.
std::optional<SecretBytes> to_bmp(ByteView utf8) {
  SecretBytes out(2 * utf8.size() + 2);  // a UTF-8 byte gives at most one UTF-16 unit
  std::size_t size = 0;
  auto put = [&](char16_t unit) {
    out.data()[size++] = static_cast<std::uint8_t>(unit >> 8);
    out.data()[size++] = static_cast<std::uint8_t>(unit);
  };
  if (!for_each_utf16_unit(utf8, put)) return std::nullopt;
  put(0);
  out.truncate(size);
  return out;
}

SecretBytes widen(ByteView bytes) {
  SecretBytes out(2 * bytes.size() + 2);
  for (std::size_t i = 0; i < bytes.size(); ++i) out.data()[2 * i + 1] = bytes[i];
  return out;
}

}  // namespace

ByteView Pkcs12Password::bytes() const { return as_bytes(utf8.view()); }

std::vector<Pkcs12Password> pkcs12_forms(const Password& password) {
  std::vector<Pkcs12Password> forms;
  if (!password.has_value()) {
    forms.push_back({password, SecretBytes()});
    return forms;
  }
  const ByteView bytes = as_bytes(password.view());
  std::optional<SecretBytes> bmp = to_bmp(bytes);
  if (bmp) forms.push_back({password, std::move(*bmp)});
  if (!is_ascii(bytes)) forms.push_back({password, widen(bytes)});
  if (bytes.empty()) forms.push_back({password, SecretBytes()});
  return forms;
}

Error password_error(Error error, const Password& password) {
  if (error.code == ErrorCode::kWrongPassword && !password.has_value()) {
    error.code = ErrorCode::kPasswordRequired;
    error.message = "protected by a password, and none was given";
  }
  return error;
}

}  // namespace keyrack
