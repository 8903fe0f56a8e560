// SPDX-License-Identifier: Apache-2.0
#include <keyrack/client_connection.h>
#include <keyrack/openssl.h>
#include <keyrack/secure_context.h>

#include <optional>
#include <utility>

#include "base/error_queue.h"
#include "context/alpn.h"
#include "context/client_connection_state.h"
#include "context/client_sessions.h"
#include "context/option_error.h"
#include "context/peer_name.h"
#include "context/peer_verification.h"
#include "context/secure_context_state.h"

namespace keyrack {
namespace {

std::unexpected<Error> failed(const char* what) {
  return std::unexpected(openssl_error(ErrorCode::kOpenSsl, what));
}

Result<void> name_peer(SSL* ssl, const PeerName& peer) {
  SSL_set_hostflags(ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  // RFC 6066 section 3: no addresses in SNI.
  const bool is_named =
      peer.is_address ? X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), peer.text.c_str()) == 1
                      : SSL_set1_host(ssl, peer.text.c_str()) == 1 &&
                            SSL_set_tlsext_host_name(ssl, peer.text.c_str()) == 1;
  return is_named ? Result<void>() : bad_option("host", peer.text, "OpenSSL refuses it");
}

Result<ClientConnection> connect(const SecureContext::State& context,
                                 const std::optional<PeerName>& peer,
                                 const ConnectOptions& options) {
  if (context.role() == Role::kServer) {
    return bad_option("role", "kServer", "connections are made by client contexts");
  }
  SslPtr ssl(SSL_new(context.context()));
  if (!ssl) return failed("cannot make a connection object");
  SSL_set_connect_state(ssl.get());
  const Result<void> named = peer ? name_peer(ssl.get(), *peer) : allow_any_server(ssl.get());
  if (!named) return std::unexpected(named.error());
  if (!options.alpn.empty()) {
    if (auto done = offer_protocols(ssl.get(), options.alpn); !done) {
      return std::unexpected(std::move(done.error()));
    }
  }
  std::string name = peer ? peer->text : std::string();
  const auto binding = bind_connection(ssl.get(), context.session_rules(), name);
  if (!binding) return std::unexpected(binding.error());
  return ClientConnection(
      std::make_unique<ClientConnection::State>(std::move(ssl), std::move(name), *binding));
}

}  // namespace

ClientConnection::ClientConnection(std::unique_ptr<State> state) : state_(std::move(state)) {}
ClientConnection::ClientConnection(ClientConnection&&) noexcept = default;
ClientConnection& ClientConnection::operator=(ClientConnection&&) noexcept = default;
ClientConnection::~ClientConnection() = default;

const std::string& ClientConnection::peer() const { return state_->peer(); }

Result<ClientConnection> SecureContext::connect_to(std::string_view host,
                                                   const ConnectOptions& options) const {
  const ErrorQueueGuard guard;
  const Result<PeerName> peer = read_peer_name(host);
  if (!peer) return std::unexpected(peer.error());
  return connect(*state_, *peer, options);
}

Result<ClientConnection> SecureContext::insecurely_connect_to_anybody(
    const ConnectOptions& options) const {
  const ErrorQueueGuard guard;
  return connect(*state_, std::nullopt, options);
}

SSL* native(const ClientConnection& connection) { return connection.state().ssl(); }

SSL* release(ClientConnection connection) { return connection.state().take().release(); }

bool offer(const ClientConnection& connection, SSL_SESSION* session) {
  const ErrorQueueGuard guard;
  if (session == nullptr || SSL_SESSION_is_resumable(session) != 1) return false;
  if (!is_bound_to(session, connection.state().binding())) return false;
  return SSL_set_session(native(connection), session) == 1;
}

}  // namespace keyrack
