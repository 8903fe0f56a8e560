// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/identity.h>
#include <keyrack/library_context.h>
#include <keyrack/tls_version.h>
#include <keyrack/trust_store.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace keyrack {

// What a server asks of its clients.
enum class ClientAuth { kNone, kRequest, kRequire };

// Everything a context is made from. A plain struct: fill in what you need.
struct SecureContextOptions {
  Role role = Role::kClient;

  // Whom the other end must chain to. Absent: the bundled roots in a client context; an error in a
  // server context that asks for client certificates. Given: exactly these.
  std::optional<TrustStore> trust;
  // Added to `trust` (or to the default) without copying it.
  std::vector<TrustStore> extra_trust;
  // A chain may end at any trusted certificate, not only at a self-signed one.
  bool allow_partial_trust_chain = false;

  // Certificate chains with their keys, at most one for each key type.
  std::vector<Identity> identities;

  std::optional<TlsVersion> min_version;
  std::optional<TlsVersion> max_version;
  // Cipher lists in OpenSSL's form. Every element must name something OpenSSL knows.
  std::string ciphers;       // TLS 1.2 and below; Node's combined lists are split
  std::string ciphersuites;  // TLS 1.3
  // Protocols in order of preference, such as {"h2", "http/1.1"}.
  std::vector<std::string> alpn;
  ClientAuth client_auth = ClientAuth::kNone;

  LibraryContext library_context;
};

// A TLS context: one SSL_CTX with all of its options, checked when it is made.
//
// A cheap handle to immutable shared state, for any thread. Options that OpenSSL would ignore or
// change are errors here.
class SecureContext {
 public:
  static Result<SecureContext> create(const SecureContextOptions& options);

  // The trust that the context verifies with. is_default_trust() tells whether nobody named it.
  const TrustStore& trust() const;
  bool is_default_trust() const;

  class State;
  explicit SecureContext(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  const State& state() const { return *state_; }

 private:
  std::shared_ptr<const State> state_;
};

}  // namespace keyrack
