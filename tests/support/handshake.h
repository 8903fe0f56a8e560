// SPDX-License-Identifier: Apache-2.0
// Real TLS handshakes over loopback sockets, for tests.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/openssl_ptr.h"
#include "tests/support/loopback.h"

namespace keyrack::testing {

// One end of a TLS connection. Every call ends by the deadline, with success or without.
class TlsEnd {
 public:
  // Takes a connected non-blocking socket.
  TlsEnd(SSL_CTX* context, FileDescriptor socket);

  SSL* ssl() const { return ssl_.get(); }
  bool handshake(bool is_server, Deadline deadline);
  bool write(const std::string& text, Deadline deadline);
  // What is there when `is_enough` is satisfied, the other end closes, or the deadline passes.
  std::string read_until(const std::function<bool(const std::string&)>& is_enough,
                         Deadline deadline);
  void shut_down();

  bool is_connected() const { return is_connected_; }
  // OpenSSL's reasons for the failure, newest last, separated by "; ".
  const std::string& error() const { return error_; }

 private:
  // Runs an SSL call until it is through, fails, or the deadline passes.
  template <typename Step>
  int run(Step&& step, Deadline deadline);
  bool can_go_on(int outcome);

  FileDescriptor socket_;
  SslPtr ssl_;
  bool is_connected_ = false;
  std::string error_;
};

struct Handshake {
  TlsEnd client;
  TlsEnd server;

  // Both ends finished, and a message went each way: with TLS 1.3 a client learns only then what
  // the server thought of its certificate.
  bool is_connected = false;
  long client_verdict() const { return SSL_get_verify_result(client.ssl()); }
  std::string version() const { return SSL_get_version(client.ssl()); }
  std::string alpn() const;  // as the client sees it; empty when there is none
};

// Connects two contexts. `prepare_client` sees the client's SSL before the handshake; without it
// the client calls "localhost".
Handshake shake_hands(SSL_CTX* client, SSL_CTX* server,
                      const std::function<void(SSL*)>& prepare_client = {});

// Names the server that `ssl` calls, for SNI and for verification.
void call_host(SSL* ssl, const char* host);

// The DER of every certificate that the other end of `ssl` sent, the leaf first.
std::vector<std::vector<unsigned char>> received_chain(SSL* ssl);

}  // namespace keyrack::testing
