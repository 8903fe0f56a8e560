// SPDX-License-Identifier: Apache-2.0
#include "context/protocol_versions.h"

#include <openssl/ssl.h>

#include <string>

#include "base/openssl_ptr.h"
#include "context/cipher_list.h"
#include "context/option_error.h"

namespace keyrack {
namespace {

int number_of(TlsVersion version) {
  switch (version) {
    case TlsVersion::kTls1_0: return TLS1_VERSION;
    case TlsVersion::kTls1_1: return TLS1_1_VERSION;
    case TlsVersion::kTls1_2: return TLS1_2_VERSION;
    case TlsVersion::kTls1_3: return TLS1_3_VERSION;
  }
  return 0;
}

std::string name_of(int version) {
  switch (version) {
    case TLS1_VERSION: return "TLSv1.0";
    case TLS1_1_VERSION: return "TLSv1.1";
    case TLS1_2_VERSION: return "TLSv1.2";
    case TLS1_3_VERSION: return "TLSv1.3";
    default: return "version " + std::to_string(version);
  }
}

// Whether a cipher of `ciphers` can be used with `version`.
bool has_cipher_for(STACK_OF(SSL_CIPHER) * ciphers, int version) {
  for (int i = 0; i < sk_SSL_CIPHER_num(ciphers); ++i) {
    const std::string_view since = SSL_CIPHER_get_version(sk_SSL_CIPHER_value(ciphers, i));
    const bool is_tls1_3 = since == "TLSv1.3";
    const bool is_tls1_2 = since == "TLSv1.2";
    if (version == TLS1_3_VERSION ? is_tls1_3
                                  : !is_tls1_3 && (version == TLS1_2_VERSION || !is_tls1_2)) {
      return true;
    }
  }
  return false;
}

Result<void> check_bound(SSL_CTX* context, const char* option, int version,
                         STACK_OF(SSL_CIPHER) * usable) {
  const int level = SSL_CTX_get_security_level(context);
  if (version < TLS1_2_VERSION && level > 0) {
    return bad_option(option, name_of(version),
                      "not possible at security level " + std::to_string(level) +
                          ": OpenSSL 3 signs nothing below TLSv1.2 there; add @SECLEVEL=0 to "
                          "ciphers if it must be");
  }
  if (!has_cipher_for(usable, version)) {
    return bad_option(option, name_of(version),
                      "no cipher is left for it in ciphers or ciphersuites, or OpenSSL's "
                      "configuration switches the version off");
  }
  return {};
}

}  // namespace

Result<void> apply_versions(SSL_CTX* context, const SecureContextOptions& options) {
  if (options.min_version) {
    const int version = number_of(*options.min_version);
    if (SSL_CTX_set_min_proto_version(context, version) != 1) {
      return bad_option("min_version", name_of(version), "OpenSSL refuses it");
    }
  }
  if (options.max_version) {
    const int version = number_of(*options.max_version);
    if (options.min_version && version < number_of(*options.min_version)) {
      return bad_option("max_version", name_of(version),
                        "below min_version, which is " + name_of(number_of(*options.min_version)));
    }
    if (SSL_CTX_set_max_proto_version(context, version) != 1) {
      return bad_option("max_version", name_of(version), "OpenSSL refuses it");
    }
  }
  return {};
}

Result<void> check_versions(SSL_CTX* context, const SecureContextOptions& options) {
  const int min = static_cast<int>(SSL_CTX_get_min_proto_version(context));
  const int max = static_cast<int>(SSL_CTX_get_max_proto_version(context));
  if (max != 0 && min > max) {
    return bad_option("max_version", name_of(max),
                      "below the minimum of " + name_of(min) +
                          " that the TLS 1.3 suites in ciphers or OpenSSL's configuration set");
  }
  const SslPtr probe(SSL_new(context));
  if (!probe) {
    return std::unexpected(openssl_error(ErrorCode::kOpenSsl, "cannot make a connection object"));
  }
  const CipherStackPtr usable(SSL_get1_supported_ciphers(probe.get()));
  // The minimum may have been raised since.
  if (options.min_version) {
    if (auto fine = check_bound(context, "min_version", min, usable.get()); !fine) return fine;
  }
  if (options.max_version) {
    if (auto fine = check_bound(context, "max_version", max, usable.get()); !fine) return fine;
  }
  if (!usable || sk_SSL_CIPHER_num(usable.get()) == 0) {
    return bad_option("ciphers", options.ciphers,
                      "no cipher is left for the versions that are switched on");
  }
  return {};
}

}  // namespace keyrack
