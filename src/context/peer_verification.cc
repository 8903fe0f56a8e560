// SPDX-License-Identifier: Apache-2.0
#include "context/peer_verification.h"

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/openssl_ptr.h"
#include "context/option_error.h"
#include "trust/crl_failure.h"

namespace keyrack {
namespace {

struct TextFree {
  void operator()(char* text) const { OPENSSL_free(text); }
};

// Where an SSL that may call anybody has something.
int anybody_slot() {
  static const int index = SSL_get_ex_new_index(0, nullptr, nullptr, nullptr, nullptr);
  return index;
}

bool may_be_anybody(X509_STORE_CTX* verification) {
  const auto* ssl = static_cast<SSL*>(
      X509_STORE_CTX_get_ex_data(verification, SSL_get_ex_data_X509_STORE_CTX_idx()));
  return ssl != nullptr && SSL_get_ex_data(ssl, anybody_slot()) != nullptr;
}

// In place of X509_verify_cert, whose verdict it returns: what is wrong with a CRL is told by name.
int verify_chain(X509_STORE_CTX* verification, void*) {
  const int verdict = X509_verify_cert(verification);
  if (verdict > 0) return verdict;
  const std::string failure = crl_failure(verification);
  if (!failure.empty()) {
    ERR_raise_data(ERR_LIB_X509, X509_R_CRL_VERIFY_FAILURE, "keyrack: %s", failure.c_str());
  }
  return verdict;
}

// The same in a client. A verify callback could be replaced by SSL_set_verify; this cannot.
int verify_named_server(X509_STORE_CTX* verification, void*) {
  if (named_peer(X509_STORE_CTX_get0_param(verification)).empty() &&
      !may_be_anybody(verification)) {
    ERR_raise_data(ERR_LIB_X509V3, ERR_R_PASSED_NULL_PARAMETER,
                   "keyrack: the connection names no server: SSL_set1_host() before the handshake");
    X509_STORE_CTX_set_error(verification, X509_V_ERR_HOSTNAME_MISMATCH);
    return 0;
  }
  return verify_chain(verification, nullptr);
}

}  // namespace

bool verifies_peer(const SecureContextOptions& options) {
  return options.role == Role::kClient || options.client_auth != ClientAuth::kNone;
}

Result<ResolvedTrust> resolve_trust(const SecureContextOptions& options) {
  if (options.role == Role::kServer && verifies_peer(options) && !options.trust) {
    return bad_option("trust", "",
                      "a server that asks for client certificates must name whom it trusts");
  }
  if (options.role == Role::kClient && options.client_auth != ClientAuth::kNone) {
    return bad_option("client_auth", "", "is for servers; a client always verifies its server");
  }
  if (options.role == Role::kServer && options.insecurely_skip_server_identity) {
    return bad_option("insecurely_skip_server_identity", "true", "is for clients");
  }
  if (!options.crls.empty() && !verifies_peer(options)) {
    return bad_option("crls", "", "are for a server that asks for client certificates");
  }
  const bool is_default = !options.trust && options.role == Role::kClient;
  std::vector<TrustSource> all{options.trust ? *options.trust
                               : is_default  ? TrustStore::bundled()
                                             : TrustStore::empty()};
  all.insert(all.end(), options.extra_trust.begin(), options.extra_trust.end());
  return ResolvedTrust{std::move(all), is_default};
}

Result<void> apply_verification(SSL_CTX* context, const SecureContextOptions& options) {
  if (options.allow_partial_trust_chain &&
      X509_VERIFY_PARAM_set_flags(SSL_CTX_get0_param(context), X509_V_FLAG_PARTIAL_CHAIN) != 1) {
    return bad_option("allow_partial_trust_chain", "true", "OpenSSL refuses it");
  }
  if (!verifies_peer(options)) return {};
  if (!options.crls.empty()) SSL_CTX_set_cert_verify_callback(context, verify_chain, nullptr);
  if (options.role == Role::kClient) {
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
    if (!options.insecurely_skip_server_identity) {
      SSL_CTX_set_cert_verify_callback(context, verify_named_server, nullptr);
    }
    return {};
  }
  const bool requires_one = options.client_auth == ClientAuth::kRequire;
  SSL_CTX_set_verify(
      context, SSL_VERIFY_PEER | (requires_one ? SSL_VERIFY_FAIL_IF_NO_PEER_CERT : 0), nullptr);
  return {};
}

std::string named_peer(X509_VERIFY_PARAM* param) {
  if (const char* host = X509_VERIFY_PARAM_get0_host(param, 0)) return host;
  const std::unique_ptr<char, TextFree> address(X509_VERIFY_PARAM_get1_ip_asc(param));
  return address ? address.get() : "";
}

Result<void> allow_any_server(SSL* ssl) {
  static char something;
  if (SSL_set_ex_data(ssl, anybody_slot(), &something) == 1) return {};
  return std::unexpected(openssl_error(ErrorCode::kOpenSsl, "memory is out"));
}

}  // namespace keyrack
