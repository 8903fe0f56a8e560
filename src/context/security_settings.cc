// SPDX-License-Identifier: Apache-2.0
#include "context/security_settings.h"

#include <openssl/ssl.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <string>

#include "base/tls_features.h"
#include "context/option_error.h"

namespace keyrack {
namespace {

constexpr int kMaxLevel = 5;  // SSL_CTX_set_security_level(3)

std::string hexadecimal(std::uint64_t number) {
  std::array<char, 16> digits{};
  const auto [end, error] = std::to_chars(digits.begin(), digits.end(), number, 16);
  return "0x" + std::string(digits.begin(), end);
}

}  // namespace

Result<void> apply_security(SSL_CTX* context, const SecureContextOptions& options) {
  if (options.security_level) {
    const int level = *options.security_level;
    if (level < 0 || level > kMaxLevel) {
      return bad_option("security_level", std::to_string(level), "levels are 0 to 5");
    }
    SSL_CTX_set_security_level(context, level);
  }
  if (const auto unknown = options.openssl_options & ~known_ssl_options(); unknown != 0) {
    return bad_option("openssl_options", hexadecimal(unknown),
                      "is no option of the OpenSSL in use");
  }
  SSL_CTX_set_options(context, options.openssl_options);
  return {};
}

Result<void> check_security(SSL_CTX* context, const SecureContextOptions& options) {
  if (!options.security_level) return {};
  const int level = SSL_CTX_get_security_level(context);
  if (level == *options.security_level) return {};
  return bad_option("security_level", std::to_string(*options.security_level),
                    "ciphers say @SECLEVEL=" + std::to_string(level));
}

}  // namespace keyrack
