// SPDX-License-Identifier: Apache-2.0
#include "context/session_settings.h"

#include <openssl/ssl.h>

#include <string>

#include "context/option_error.h"

namespace keyrack {
namespace {

constexpr std::chrono::hours kMaxTimeout{7 * 24};
constexpr std::size_t kMaxTickets = 16;
constexpr std::size_t kMaxSessions = 1 << 24;

Result<void> apply_timeout(SSL_CTX* context, std::chrono::seconds timeout) {
  const std::string value = std::to_string(timeout.count()) + " s";
  if (timeout.count() <= 0) {
    return bad_option("session_timeout", value,
                      "must be positive; session_cache, tickets and ticket_count switch "
                      "resumption off");
  }
  if (timeout > kMaxTimeout) {
    return bad_option("session_timeout", value, "more than the 7 days of RFC 8446 section 4.6.1");
  }
  SSL_CTX_set_timeout(context, static_cast<long>(timeout.count()));
  return {};
}

Result<void> apply_cache(SSL_CTX* context, std::size_t sessions) {
  if (sessions > kMaxSessions) {
    return bad_option("session_cache", std::to_string(sessions), "more than 16777216 sessions");
  }
  // OpenSSL takes a size of 0 for "without limit".
  SSL_CTX_set_session_cache_mode(context,
                                 sessions == 0 ? SSL_SESS_CACHE_OFF : SSL_SESS_CACHE_SERVER);
  if (sessions > 0) SSL_CTX_sess_set_cache_size(context, static_cast<long>(sessions));
  return {};
}

Result<void> apply_ticket_count(SSL_CTX* context, std::size_t count) {
  if (count <= kMaxTickets && SSL_CTX_set_num_tickets(context, count) == 1) return {};
  return bad_option("ticket_count", std::to_string(count), "a server sends at most 16");
}

Result<void> apply_id_context(SSL_CTX* context, const std::string& id) {
  if (id.empty() ||
      SSL_CTX_set_session_id_context(context, reinterpret_cast<const unsigned char*>(id.data()),
                                     static_cast<unsigned>(id.size())) == 1) {
    return {};
  }
  return bad_option("session_id_context", "", "OpenSSL refuses it");
}

}  // namespace

Result<void> apply_sessions(SSL_CTX* context, const SecureContextOptions& options,
                            const SessionRules& rules) {
  if (options.role == Role::kClient && (options.session_cache || options.ticket_count)) {
    return bad_option(options.session_cache ? "session_cache" : "ticket_count", "",
                      "is for servers");
  }
  if (auto done = apply_id_context(context, rules.id_context); !done) return done;
  if (!options.tickets) SSL_CTX_set_options(context, SSL_OP_NO_TICKET);
  if (options.session_timeout) {
    if (auto done = apply_timeout(context, *options.session_timeout); !done) return done;
  }
  if (options.session_cache) {
    if (auto done = apply_cache(context, *options.session_cache); !done) return done;
  }
  return options.ticket_count ? apply_ticket_count(context, *options.ticket_count) : Result<void>();
}

}  // namespace keyrack
