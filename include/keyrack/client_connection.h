// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace keyrack {

struct ConnectOptions {
  // Instead of the context's protocols; empty: those.
  std::vector<std::string> alpn = {};
};

// A TLS connection that is about to be made, with all that says whom it is for: SecureContext's
// connect_to() makes it. Owns an SSL, which keyrack/openssl.h lends or hands over to whatever does
// the input and output. Move-only; for one thread at a time, like the SSL.
class ClientConnection {
 public:
  ClientConnection(ClientConnection&&) noexcept;
  ClientConnection& operator=(ClientConnection&&) noexcept;
  ~ClientConnection();

  // Whom it is for, as it is verified: a DNS name in lower case, an address, or empty when it may
  // be anybody.
  const std::string& peer() const;

  class State;
  explicit ClientConnection(std::unique_ptr<State> state);
  State& state() const { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

}  // namespace keyrack
