// SPDX-License-Identifier: Apache-2.0
#include <keyrack/openssl.h>
#include <keyrack/secure_context.h>

#include <utility>
#include <vector>

#include "base/counters.h"
#include "base/error_queue.h"
#include "context/acceptable_issuers.h"
#include "context/algorithm_lists.h"
#include "context/alpn.h"
#include "context/cipher_list.h"
#include "context/compression.h"
#include "context/diffie_hellman.h"
#include "context/peer_verification.h"
#include "context/pkcs12_identities.h"
#include "context/present_identities.h"
#include "context/protocol_versions.h"
#include "context/secure_context_state.h"
#include "context/security_settings.h"
#include "context/server_names.h"
#include "context/session_settings.h"
#include "context/session_tickets.h"
#include "keys/attach_keys.h"
#include "trust/store_adapter.h"

namespace keyrack {
namespace {

Result<SslCtxPtr> new_context(const SecureContextOptions& options) {
  const std::string& query = options.library_context.property_query;
  SslCtxPtr made(
      SSL_CTX_new_ex(options.library_context.context, query.empty() ? nullptr : query.c_str(),
                     options.role == Role::kServer ? TLS_server_method() : TLS_client_method()));
  if (!made) {
    return std::unexpected(openssl_error(ErrorCode::kOpenSsl, "SSL_CTX_new failed"));
  }
  counters().contexts_made.add();
  return made;
}

bool restricts_protocol(const SecureContextOptions& options) {
  return options.min_version || options.max_version || !options.ciphers.empty() ||
         !options.ciphersuites.empty() || options.openssl_options != 0;
}

// In the order that SecureContextOptions documents.
Result<void> apply(SSL_CTX* context, const SecureContextOptions& options,
                   const std::vector<TrustSource>& trust) {
  if (auto done = apply_security(context, options); !done) return done;
  if (auto done = apply_versions(context, options); !done) return done;
  if (auto done =
          apply_ciphers(context, options.ciphers, options.ciphersuites, options.library_context);
      !done) {
    return done;
  }
  if (auto done = check_security(context, options); !done) return done;
  if (auto done = apply_algorithm_lists(context, options); !done) return done;
  if (auto done = apply_diffie_hellman(context, options); !done) return done;
  if (verifies_peer(options)) {
    if (auto done =
            StoreAdapter::install(SSL_CTX_get_cert_store(context), trust, options.library_context);
        !done) {
      return done;
    }
  }
  if (auto done = present_identities(context, options); !done) return done;
  if (options.keys) {
    const AttachRules rules{.keeps_identities = !options.identities.empty()};
    if (auto done = attach_keys(context, *options.keys, rules); !done) return done;
  }
  if (auto done = apply_verification(context, options); !done) return done;
  if (options.client_auth != ClientAuth::kNone) {
    if (auto done = announce_issuers(context, options); !done) return done;
  }
  if (auto done = apply_server_names(context, options); !done) return done;
  if (auto done = apply_sessions(context, options); !done) return done;
  if (auto done = apply_ticket_keys(context, options); !done) return done;
  if (auto done = apply_alpn(context, options); !done) return done;
  if (auto done = apply_compression(context, options); !done) return done;
  return restricts_protocol(options) ? check_versions(context, options) : Result<void>();
}

}  // namespace

Result<SecureContext> SecureContext::create(const SecureContextOptions& options) {
  const ErrorQueueGuard guard;
  if (options.pkcs12) {
    const auto all = with_pkcs12(options);
    return all ? create(*all) : std::unexpected(all.error());
  }
  Result<ResolvedTrust> resolved = resolve_trust(options);
  if (!resolved) return std::unexpected(std::move(resolved.error()));
  Result<SslCtxPtr> context = new_context(options);
  if (!context) return std::unexpected(std::move(context.error()));
  if (auto applied = apply(context->get(), options, resolved->trust); !applied) {
    return std::unexpected(std::move(applied.error()));
  }
  return SecureContext(std::make_shared<const State>(
      std::move(*context), std::move(resolved->trust), resolved->is_default));
}

TrustStore SecureContext::trust() const {
  std::vector<TrustStore> stores;
  for (const TrustSource& source : state_->trust()) stores.push_back(source.current());
  return TrustStore::merge(stores);
}
bool SecureContext::is_default_trust() const { return state_->is_default_trust(); }

SSL_CTX* native(const SecureContext& context) { return context.state().context(); }

}  // namespace keyrack
