// SPDX-License-Identifier: Apache-2.0
#include "context/apply_options.h"

#include <keyrack/openssl.h>

#include "context/algorithm_lists.h"
#include "context/alpn.h"
#include "context/bound_sessions.h"
#include "context/cipher_list.h"
#include "context/client_sessions.h"
#include "context/compression.h"
#include "context/diffie_hellman.h"
#include "context/ocsp_staples.h"
#include "context/peer_verification.h"
#include "context/present_identities.h"
#include "context/protocol_versions.h"
#include "context/security_settings.h"
#include "context/server_names.h"
#include "context/session_settings.h"
#include "context/session_tickets.h"
#include "keys/attach_keys.h"

namespace keyrack {
namespace {

bool restricts_protocol(const SecureContextOptions& options) {
  return options.min_version || options.max_version || !options.ciphers.empty() ||
         !options.ciphersuites.empty() || options.openssl_options != 0;
}

Result<void> apply_trust(SSL_CTX* context, const SecureContextOptions& options,
                         const std::vector<TrustSource>& trust) {
  if (!verifies_peer(options)) return {};
  return attach(context, VerificationSources{trust, options.crls, options.crl_check},
                options.library_context);
}

Result<void> apply_keys(SSL_CTX* context, const SecureContextOptions& options) {
  if (!options.keys) return {};
  return attach_keys(
      context, *options.keys,
      {.keeps_identities = !options.identities.empty(), .may_take_client_hello = true});
}

}  // namespace

Result<void> apply_protocol(SSL_CTX* context, const SecureContextOptions& options) {
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
  return restricts_protocol(options) ? check_versions(context, options) : Result<void>();
}

Result<void> apply_endpoints(SSL_CTX* context, const SecureContextOptions& options,
                             const std::vector<TrustSource>& trust, const SessionRules& rules) {
  if (auto done = apply_trust(context, options, trust); !done) return done;
  if (auto done = present_identities(context, options); !done) return done;
  if (options.role == Role::kClient) {
    // Before the key manager, which passes on to the info callback that it finds.
    if (auto done = apply_client_sessions(context, rules); !done) return done;
  }
  if (auto done = apply_keys(context, options); !done) return done;
  if (auto done = apply_verification(context, options); !done) return done;
  if (auto done = apply_server_names(context, options); !done) return done;
  if (auto done = apply_sessions(context, options, rules); !done) return done;
  if (options.client_auth != ClientAuth::kNone) {
    if (auto done = bind_sessions_to_trust(context, rules); !done) return done;
  }
  if (auto done = apply_ticket_keys(context, options); !done) return done;
  if (auto done = apply_alpn(context, options); !done) return done;
  if (auto done = apply_ocsp_staples(context, options); !done) return done;
  return apply_compression(context, options);
}

}  // namespace keyrack
