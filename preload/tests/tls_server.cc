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

// A client of PostgreSQL asks for TLS in 8 bytes of plain text and gets a letter.
bool agree_on_tls(int socket) {
  constexpr std::size_t kRequestSize = 8;
  std::string request;
  while (request.size() < kRequestSize) {
    char byte = 0;
    if (!wait_for(socket, false, in_seconds(kSeconds)) || ::read(socket, &byte, 1) != 1) {
      return false;
    }
    request += byte;
  }
  return ::write(socket, "S", 1) == 1;
}

}  // namespace

TlsServer::TlsServer(const TestCertificate& leaf, Protocol protocol)
    : protocol_(protocol), context_(make_context(leaf)), thread_([this] { serve(); }) {}

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
    if (protocol_ == Protocol::kPostgres && !agree_on_tls(socket.get())) continue;
    TlsEnd client(context_.get(), std::move(socket));
    if (!client.handshake(true, in_seconds(kSeconds))) continue;
    protocol_ == Protocol::kHttp ? answer_http(client) : answer_postgres(client);
    client.shut_down();
  }
}

void TlsServer::answer_http(TlsEnd& client) {
  const std::string request = client.read_until(
      [](const std::string& text) { return text.contains("\r\n\r\n"); }, in_seconds(kSeconds));
  if (request.empty()) return;
  client.write("HTTP/1.1 200 OK\r\nContent-Length: 11\r\nConnection: close\r\n\r\nkeyrack-ok\n",
               in_seconds(kSeconds));
}

// The start-up message is refused: that is enough of a conversation to see who trusts whom.
void TlsServer::answer_postgres(TlsEnd& client) {
  using namespace std::string_literals;
  const std::string start = client.read_until([](const std::string& text) { return !text.empty(); },
                                              in_seconds(kSeconds));
  if (start.empty()) return;
  const std::string fields = "SFATAL\0VFATAL\0C28000\0Mkeyrack-ok\0\0"s;
  const auto size = static_cast<char>(fields.size() + 4);
  client.write("E\0\0\0"s + size + fields, in_seconds(kSeconds));
}

}  // namespace keyrack::testing
