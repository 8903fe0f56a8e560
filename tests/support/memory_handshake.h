// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/openssl_ptr.h"

namespace keyrack::testing {

// A client and a server of one thread that talk through memory.
class MemoryHandshake {
 public:
  MemoryHandshake(SSL_CTX* client, SSL_CTX* server);
  MemoryHandshake(SslPtr client, SSL_CTX* server);

  SSL* client() const { return client_.get(); }
  SSL* server() const { return server_.get(); }

  // Goes on until both ends are done, one fails, or one waits for something that is not the peer.
  // Whether both are done.
  bool run();
  // What SSL_get_error last said.
  int client_error() const { return client_error_; }
  int server_error() const { return server_error_; }
  // The alert that the end received (RFC 8446 section 6), or 0.
  int alert_to_client() const { return alert_to_client_; }
  int alert_to_server() const { return alert_to_server_; }
  // Reads what is under way after the handshake, such as tickets or late alerts.
  void drain();

  // DER of the certificates that the other end sent, leaf first.
  std::vector<std::vector<std::uint8_t>> chain_at_client() const;
  std::vector<std::vector<std::uint8_t>> chain_at_server() const;

 private:
  SslPtr client_;
  SslPtr server_;
  int client_error_ = 0;
  int server_error_ = 0;
  int alert_to_client_ = 0;
  int alert_to_server_ = 0;
};

// A context for such tests: no verification, one TLS version (0: any).
SslCtxPtr make_client_context(int version = 0);
SslCtxPtr make_server_context(int version = 0);

}  // namespace keyrack::testing
