// SPDX-License-Identifier: Apache-2.0
#include "tests/support/memory_handshake.h"

#include <openssl/err.h>

#include <cstdlib>
#include <utility>

namespace keyrack::testing {
namespace {

// libssl reports an alert from the peer as the reason 1000 + its number.
int take_alert() {
  int alert = 0;
  while (const unsigned long code = ERR_get_error()) {
    const int reason = ERR_GET_REASON(code);
    if (ERR_GET_LIB(code) == ERR_LIB_SSL && reason >= SSL_AD_REASON_OFFSET) {
      alert = reason - SSL_AD_REASON_OFFSET;
    }
  }
  return alert;
}

bool wants_peer(int error) { return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE; }

// One step of an end; whether it has come further or is done.
void step(SSL* ssl, int& error, int& alert) {
  ERR_clear_error();
  error = SSL_get_error(ssl, SSL_do_handshake(ssl));
  if (const int received = take_alert(); received != 0) alert = received;
}

std::vector<std::vector<std::uint8_t>> chain_of(const STACK_OF(X509) * chain) {
  std::vector<std::vector<std::uint8_t>> all;
  for (int i = 0; i < sk_X509_num(chain); ++i) {
    X509* certificate = sk_X509_value(chain, i);
    std::vector<std::uint8_t> der(static_cast<std::size_t>(i2d_X509(certificate, nullptr)));
    unsigned char* out = der.data();
    i2d_X509(certificate, &out);
    all.push_back(std::move(der));
  }
  return all;
}

SslCtxPtr make_context(const SSL_METHOD* method, int version) {
  SslCtxPtr context(SSL_CTX_new(method));
  if (!context || SSL_CTX_set_min_proto_version(context.get(), version) != 1 ||
      SSL_CTX_set_max_proto_version(context.get(), version) != 1) {
    std::abort();
  }
  return context;
}

}  // namespace

MemoryHandshake::MemoryHandshake(SSL_CTX* client, SSL_CTX* server)
    : MemoryHandshake(SslPtr(SSL_new(client)), server) {}

MemoryHandshake::MemoryHandshake(SslPtr client, SSL_CTX* server)
    : client_(std::move(client)), server_(SSL_new(server)) {
  BIO* client_end = nullptr;
  BIO* server_end = nullptr;
  if (!client_ || !server_ || BIO_new_bio_pair(&client_end, 1 << 17, &server_end, 1 << 17) != 1) {
    std::abort();
  }
  SSL_set_bio(client_.get(), client_end, client_end);
  SSL_set_bio(server_.get(), server_end, server_end);
  SSL_set_connect_state(client_.get());
  SSL_set_accept_state(server_.get());
}

bool MemoryHandshake::run() {
  // Neither version takes more than three flights; one more each for what waits for somebody else.
  for (int round = 0; round < 5; ++round) {
    step(client_.get(), client_error_, alert_to_client_);
    step(server_.get(), server_error_, alert_to_server_);
    const bool is_over =
        SSL_is_init_finished(client_.get()) == 1 && SSL_is_init_finished(server_.get()) == 1;
    if (is_over) return true;
    if (!wants_peer(client_error_) && !wants_peer(server_error_)) return false;
  }
  return false;
}

void MemoryHandshake::drain() {
  for (int round = 0; round < 2; ++round) {
    char byte = 0;
    ERR_clear_error();
    if (SSL_read(client_.get(), &byte, 1) <= 0) {
      if (const int alert = take_alert()) alert_to_client_ = alert;
    }
    if (SSL_read(server_.get(), &byte, 1) <= 0) {
      if (const int alert = take_alert()) alert_to_server_ = alert;
    }
  }
}

std::vector<std::vector<std::uint8_t>> MemoryHandshake::chain_at_client() const {
  return chain_of(SSL_get_peer_cert_chain(client_.get()));
}

// A server's copy of the chain lacks the leaf.
std::vector<std::vector<std::uint8_t>> MemoryHandshake::chain_at_server() const {
  const X509Ptr leaf(SSL_get1_peer_certificate(server_.get()));
  X509StackPtr chain(sk_X509_new_null());
  if (leaf) sk_X509_push(chain.get(), share(leaf.get()).release());
  auto all = chain_of(chain.get());
  for (auto& der : chain_of(SSL_get_peer_cert_chain(server_.get()))) all.push_back(std::move(der));
  return all;
}

SslCtxPtr make_client_context(int version) { return make_context(TLS_client_method(), version); }
SslCtxPtr make_server_context(int version) { return make_context(TLS_server_method(), version); }

}  // namespace keyrack::testing
