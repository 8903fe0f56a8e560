// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/client_connection.h>
#include <keyrack/error.h>
#include <keyrack/secure_context_options.h>
#include <keyrack/trust_store.h>

#include <memory>
#include <string_view>
#include <utility>

namespace keyrack {

// A TLS context: one SSL_CTX with all of its options, checked when it is made.
//
// A cheap handle to immutable shared state, for any thread. An SSL made from it keeps what it needs
// alive. Options that OpenSSL would ignore or change are errors here (kBadOption), with the option,
// the value and the reason.
class SecureContext {
 public:
  static Result<SecureContext> create(const SecureContextOptions& options);

  // The trust that the context verifies with now. is_default_trust() tells whether nobody named it.
  TrustStore trust() const;
  bool is_default_trust() const;

  // A connection of a client context to `host`: a DNS name in A-labels, or an address (IPv6 with or
  // without brackets), which the server's certificate must have. Asks for a name by SNI, offers the
  // protocols of ALPN, and verifies with the trust of this moment, whatever comes. Fails with
  // kBadOption in a server context, and for what is neither name nor address.
  Result<ClientConnection> connect_to(std::string_view host,
                                      const ConnectOptions& options = {}) const;
  // The same to whoever answers with any trusted certificate.
  Result<ClientConnection> insecurely_connect_to_anybody(const ConnectOptions& options = {}) const;

  class State;
  explicit SecureContext(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  const State& state() const { return *state_; }
  const std::shared_ptr<const State>& share_state() const { return state_; }

 private:
  std::shared_ptr<const State> state_;
};

}  // namespace keyrack
