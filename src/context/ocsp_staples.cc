// SPDX-License-Identifier: Apache-2.0
#include "context/ocsp_staples.h"

#include <openssl/ssl.h>
#include <openssl/tls1.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error_queue.h"
#include "context/context_data.h"
#include "context/ocsp_response.h"
#include "context/option_error.h"
#include "keystore/identity_state.h"

namespace keyrack {
namespace {

using Staples = std::vector<OcspResponse>;

// The newest that is valid now; null when there is none.
const OcspResponse* staple_for(const Staples& staples, X509* leaf, X509* issuer) {
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  const OcspResponse* newest = nullptr;
  OcspResponse::Time newest_since{};
  for (const OcspResponse& staple : staples) {
    const auto since = staple.good_about(leaf, issuer, now);
    if (since && (newest == nullptr || *since > newest_since)) {
      newest = &staple;
      newest_since = *since;
    }
  }
  return newest;
}

// Called when a client asked, after the certificate is chosen.
int on_status_request(SSL* ssl, void* argument) {
  const ErrorQueueGuard guard;
  X509* leaf = SSL_get_certificate(ssl);
  if (leaf == nullptr) return SSL_TLSEXT_ERR_NOACK;
  STACK_OF(X509)* chain = nullptr;
  SSL_get0_chain_certs(ssl, &chain);
  X509* issuer = sk_X509_num(chain) > 0 ? sk_X509_value(chain, 0) : nullptr;
  const OcspResponse* staple = staple_for(*static_cast<const Staples*>(argument), leaf, issuer);
  if (staple == nullptr) return SSL_TLSEXT_ERR_NOACK;
  void* copy = OPENSSL_memdup(staple->der().data(), staple->der().size());
  if (copy == nullptr) return SSL_TLSEXT_ERR_NOACK;
  SSL_set_tlsext_status_ocsp_resp(ssl, copy, static_cast<long>(staple->der().size()));
  return SSL_TLSEXT_ERR_OK;
}

bool is_about(const OcspResponse& response, const Identity& identity) {
  const auto& chain = identity.state().parts().parsed_chain;
  return response.is_about(identity.state().leaf(), chain.size() > 1 ? chain[1]->get() : nullptr);
}

}  // namespace

Result<void> apply_ocsp_staples(SSL_CTX* context, const SecureContextOptions& options) {
  if (options.ocsp_responses.empty()) return {};
  if (options.role == Role::kClient) return bad_option("ocsp_responses", "", "are for servers");
  auto staples = std::make_unique<Staples>();
  for (std::size_t i = 0; i < options.ocsp_responses.size(); ++i) {
    const std::string position = "number " + std::to_string(i + 1);
    auto response = OcspResponse::from_der(options.ocsp_responses[i]);
    if (!response) return bad_option("ocsp_responses", position, response.error().message);
    // What a key manager will present is not known yet.
    if (!options.keys && std::ranges::none_of(options.identities, [&](const Identity& identity) {
          return is_about(*response, identity);
        })) {
      return bad_option("ocsp_responses", position, "is about none of the identities");
    }
    staples->push_back(std::move(*response));
  }
  Staples* own = ContextData<Staples>::give(context, std::move(staples));
  if (own == nullptr) return std::unexpected(openssl_error(ErrorCode::kOpenSsl, "memory is out"));
  SSL_CTX_set_tlsext_status_cb(context, on_status_request);
  SSL_CTX_set_tlsext_status_arg(context, own);
  return {};
}

}  // namespace keyrack
