// SPDX-License-Identifier: Apache-2.0
#include "bench/handshake_pair.h"

#include "bench/failure.h"

namespace keyrack::bench {
namespace {

constexpr std::size_t kBufferSize = 1 << 16;
constexpr int kMostFlights = 4;

// False: waits for the other end.
bool step(SSL* ssl) {
  const int outcome = SSL_do_handshake(ssl);
  if (outcome == 1) return true;
  must(SSL_get_error(ssl, outcome) == SSL_ERROR_WANT_READ, "SSL_do_handshake");
  return false;
}

}  // namespace

HandshakePair::HandshakePair(SSL_CTX* client, SSL_CTX* server)
    : client_(SSL_new(client)), server_(SSL_new(server)) {
  BIO* client_end = nullptr;
  BIO* server_end = nullptr;
  must(client_ && server_ &&
           BIO_new_bio_pair(&client_end, kBufferSize, &server_end, kBufferSize) == 1,
       "SSL_new");
  SSL_set_bio(client_.get(), client_end, client_end);
  SSL_set_bio(server_.get(), server_end, server_end);
  SSL_set_connect_state(client_.get());
  SSL_set_accept_state(server_.get());
}

void HandshakePair::ask_for(const std::string& name) {
  must(SSL_set_tlsext_host_name(client_.get(), name.c_str()) == 1, "SSL_set_tlsext_host_name");
}

void HandshakePair::resume(SSL_SESSION* session) {
  must(SSL_set_session(client_.get(), session) == 1, "SSL_set_session");
}

void HandshakePair::shake_hands(bool is_resumed) {
  bool is_over = false;
  for (int flight = 0; flight < kMostFlights && !is_over; ++flight) {
    const bool client_is_done = step(client_.get());
    is_over = step(server_.get()) && client_is_done;
  }
  must(is_over, "the handshake");
  must((SSL_session_reused(client_.get()) == 1) == is_resumed, "resuming the session");
  // Otherwise SSL_free would take them for broken off and spoil the session.
  for (SSL* const ssl : {client_.get(), server_.get()}) SSL_set_shutdown(ssl, SSL_SENT_SHUTDOWN);
}

SessionPtr HandshakePair::session() {
  char byte = 0;
  must(SSL_read(client_.get(), &byte, 1) <= 0, "reading the tickets");
  return SessionPtr(SSL_get1_session(client_.get()));
}

}  // namespace keyrack::bench
