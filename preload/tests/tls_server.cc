// SPDX-License-Identifier: Apache-2.0
#include "preload/tests/tls_server.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

namespace keyrack::testing {
namespace {

constexpr int kSeconds = 30;
constexpr std::chrono::milliseconds kTick{50};

SslCtxPtr make_context(const TestCertificate& leaf) {
  SslCtxPtr context(SSL_CTX_new(TLS_server_method()));
  if (!context || SSL_CTX_use_certificate(context.get(), leaf.certificate.get()) != 1 ||
      SSL_CTX_use_PrivateKey(context.get(), leaf.key) != 1) {
    throw std::runtime_error("cannot make a server");
  }
  return context;
}

}  // namespace

TlsServer::TlsServer(const TestCertificate& leaf)
    : context_(make_context(leaf)), thread_([this] { serve(); }) {}

TlsServer::~TlsServer() {
  is_over_ = true;
  thread_.join();
}

void TlsServer::serve() {
  // Clients that do not trust the server go away while it writes.
  sigset_t broken_pipe;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);
  while (!is_over_) {
    FileDescriptor socket = listener_.accept(std::chrono::steady_clock::now() + kTick);
    if (socket.get() < 0) continue;
    TlsEnd client(context_.get(), std::move(socket));
    if (!client.handshake(true, in_seconds(kSeconds))) continue;
    answer(client);
    client.shut_down();
  }
}

void TlsServer::answer(TlsEnd& client) {
  const std::string request = client.read_until(
      [](const std::string& text) { return text.contains("\r\n\r\n"); }, in_seconds(kSeconds));
  if (request.empty()) return;
  client.write("HTTP/1.1 200 OK\r\nContent-Length: 11\r\nConnection: close\r\n\r\nkeyrack-ok\n",
               in_seconds(kSeconds));
}

}  // namespace keyrack::testing
