// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/credential.h>
#include <keyrack/error.h>
#include <openssl/ssl.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace keyrack {

// A credential that a handshake waits for. Whoever makes it and the handshake are two threads.
class PendingCredential {
 public:
  // Calls the waker, if it was set already.
  void arrive(const Result<Credential>& result);
  // Returns false, without keeping `wake`, when the credential has arrived already.
  bool wake_with(std::function<void()> wake);
  std::optional<Result<Credential>> result() const;

 private:
  mutable std::mutex mutex_;
  std::optional<Result<Credential>> result_;
  std::function<void()> wake_;
};

// What keyrack remembers about one SSL; goes with it.
struct HandshakeState {
  // What a ClientHello's signature_algorithms_cert lists (RFC 8446 section 4.2.3), which libssl
  // keeps to itself. Known where note_client_hello() is installed.
  std::optional<std::vector<std::uint16_t>> certificate_schemes;
  std::optional<Error> error;  // why the latest handshake got no credential
  std::shared_ptr<PendingCredential> pending;
};

// The state of `ssl`: find never makes one, get returns null only when memory is out.
HandshakeState* find_handshake_state(const SSL* ssl);
HandshakeState* get_handshake_state(SSL* ssl);

// A callback for SSL_CTX_set_client_hello_cb, without argument.
int note_client_hello(SSL* ssl, int* alert, void*);

}  // namespace keyrack
