// SPDX-License-Identifier: Apache-2.0
#include <keyrack/openssl.h>
#include <keyrack/secure_context.h>

#include <utility>
#include <vector>

#include "base/counters.h"
#include "base/error_queue.h"
#include "base/query.h"
#include "context/apply_options.h"
#include "context/option_error.h"
#include "context/peer_verification.h"
#include "context/pkcs12_identities.h"
#include "context/secure_context_state.h"

namespace keyrack {
namespace {

Result<SslCtxPtr> new_context(const SecureContextOptions& options) {
  SslCtxPtr made(
      SSL_CTX_new_ex(options.library_context.context, query_of(options.library_context),
                     options.role == Role::kServer ? TLS_server_method() : TLS_client_method()));
  if (!made) {
    return std::unexpected(openssl_error(ErrorCode::kOpenSsl, "SSL_CTX_new failed"));
  }
  counters().contexts_made.add();
  return made;
}

}  // namespace

Result<SecureContext> SecureContext::create(const SecureContextOptions& options) {
  const ErrorQueueGuard guard;
  if (options.pkcs12) {
    const auto all = with_pkcs12(options);
    return all ? create(*all) : std::unexpected(all.error());
  }
  if (options.trust_pkcs12_extras) {
    return bad_option("trust_pkcs12_extras", "true", "there is no pkcs12");
  }
  Result<ResolvedTrust> resolved = resolve_trust(options);
  if (!resolved) return std::unexpected(std::move(resolved.error()));
  Result<SslCtxPtr> context = new_context(options);
  if (!context) return std::unexpected(std::move(context.error()));
  if (auto applied = apply_protocol(context->get(), options); !applied) {
    return std::unexpected(std::move(applied.error()));
  }
  Result<SessionRules> rules = session_rules(context->get(), options);
  if (!rules) return std::unexpected(std::move(rules.error()));
  if (auto applied = apply_endpoints(context->get(), options, resolved->trust, *rules); !applied) {
    return std::unexpected(std::move(applied.error()));
  }
  return SecureContext(std::make_shared<const State>(
      State::Parts{std::move(*context), options.role, std::move(resolved->trust),
                   resolved->is_default, std::move(*rules)}));
}

TrustStore SecureContext::trust() const {
  std::vector<TrustStore> stores;
  for (const TrustSource& source : state_->trust()) stores.push_back(source.current());
  return TrustStore::merge(stores);
}
bool SecureContext::is_default_trust() const { return state_->is_default_trust(); }

SSL_CTX* native(const SecureContext& context) { return context.state().context(); }

}  // namespace keyrack
