// SPDX-License-Identifier: Apache-2.0
#include "tests/support/handshake.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include <array>
#include <thread>

namespace keyrack::testing {
namespace {

constexpr int kSeconds = 20;

std::string drain_reasons() {
  std::string reasons;
  const char* data = nullptr;
  int flags = 0;
  while (const unsigned long code = ERR_get_error_all(nullptr, nullptr, nullptr, &data, &flags)) {
    const char* reason = ERR_reason_error_string(code);
    reasons.append(reasons.empty() ? "" : "; ").append(reason != nullptr ? reason : "unknown");
    if ((flags & ERR_TXT_STRING) != 0 && data != nullptr && *data != '\0') {
      reasons.append(" (").append(data).append(")");
    }
  }
  return reasons;
}

// A failed end hangs up, so that the other one ends too.
void finish(TlsEnd& end, bool is_server, Deadline deadline) {
  if (!end.handshake(is_server, deadline)) end.shut_down();
}

bool exchange(TlsEnd& from, TlsEnd& to, Deadline deadline) {
  return from.write("hello", deadline) &&
         to.read_until([](const std::string& text) { return text == "hello"; }, deadline) ==
             "hello";
}

}  // namespace

TlsEnd::TlsEnd(SSL_CTX* context, FileDescriptor socket)
    : socket_(std::move(socket)), ssl_(SSL_new(context)) {
  SSL_set_fd(ssl_.get(), socket_.get());
}

// Whether `outcome` of an SSL call only means that the socket is not ready.
bool TlsEnd::can_go_on(int outcome) {
  const int error = SSL_get_error(ssl_.get(), outcome);
  if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE) return true;
  error_ = drain_reasons();
  if (error_.empty()) error_ = error == SSL_ERROR_ZERO_RETURN ? "closed" : "connection lost";
  return false;
}

template <typename Step>
int TlsEnd::run(Step&& step, Deadline deadline) {
  while (true) {
    ERR_clear_error();
    const int outcome = step();
    if (outcome > 0 || !can_go_on(outcome)) return outcome;
    if (!wait_for(socket_.get(), SSL_want_write(ssl_.get()), deadline)) {
      error_ = "timed out";
      return -1;
    }
  }
}

bool TlsEnd::handshake(bool is_server, Deadline deadline) {
  is_connected_ =
      run([&] { return is_server ? SSL_accept(ssl()) : SSL_connect(ssl()); }, deadline) == 1;
  return is_connected_;
}

bool TlsEnd::write(const std::string& text, Deadline deadline) {
  const int size = static_cast<int>(text.size());
  return run([&] { return SSL_write(ssl(), text.data(), size); }, deadline) > 0;
}

std::string TlsEnd::read_until(const std::function<bool(const std::string&)>& is_enough,
                               Deadline deadline) {
  std::string text;
  std::array<char, 4096> chunk{};
  while (!is_enough(text)) {
    const int outcome = run([&] { return SSL_read(ssl(), chunk.data(), chunk.size()); }, deadline);
    if (outcome <= 0) break;
    text.append(chunk.data(), static_cast<std::size_t>(outcome));
  }
  return text;
}

void TlsEnd::shut_down() {
  ERR_clear_error();
  if (is_connected_) SSL_shutdown(ssl_.get());
  ::shutdown(socket_.get(), SHUT_WR);
  ERR_clear_error();
}

std::string Handshake::alpn() const {
  const unsigned char* name = nullptr;
  unsigned size = 0;
  SSL_get0_alpn_selected(client.ssl(), &name, &size);
  return std::string(reinterpret_cast<const char*>(name), size);
}

void call_host(SSL* ssl, const char* host) {
  SSL_set_tlsext_host_name(ssl, host);
  SSL_set1_host(ssl, host);
}

Handshake shake_hands(SSL_CTX* client, SSL_CTX* server,
                      const std::function<void(SSL*)>& prepare_client) {
  const Deadline deadline = in_seconds(kSeconds);
  const Listener listener;
  FileDescriptor calling = connect_to(listener.port(), deadline);
  Handshake hands{TlsEnd(client, std::move(calling)), TlsEnd(server, listener.accept(deadline))};
  if (prepare_client) {
    prepare_client(hands.client.ssl());
  } else {
    call_host(hands.client.ssl(), "localhost");
  }
  {
    const std::jthread serving([&] { finish(hands.server, true, deadline); });
    finish(hands.client, false, deadline);
  }
  hands.is_connected = hands.client.is_connected() && hands.server.is_connected() &&
                       exchange(hands.client, hands.server, deadline) &&
                       exchange(hands.server, hands.client, deadline);
  return hands;
}

std::vector<std::vector<unsigned char>> received_chain(SSL* ssl) {
  std::vector<std::vector<unsigned char>> chain;
  STACK_OF(X509)* certificates = SSL_get_peer_cert_chain(ssl);
  for (int i = 0; i < sk_X509_num(certificates); ++i) {
    std::vector<unsigned char> der(
        static_cast<std::size_t>(i2d_X509(sk_X509_value(certificates, i), nullptr)));
    unsigned char* out = der.data();
    i2d_X509(sk_X509_value(certificates, i), &out);
    chain.push_back(std::move(der));
  }
  return chain;
}

}  // namespace keyrack::testing
