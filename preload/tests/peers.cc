// SPDX-License-Identifier: Apache-2.0
// A program on libssl that knows nothing of keyrack: connects to itself and tells whether peers'
// certificates are one object.
//
//   preload_peers CERTIFICATE KEY
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

#include "base/openssl_ptr.h"

using keyrack::SslCtxPtr;
using keyrack::SslPtr;
using keyrack::X509Ptr;

namespace {

struct Server {
  SslCtxPtr context{SSL_CTX_new(TLS_server_method())};
  Server(const char* certificate, const char* key) {
    SSL_CTX_use_certificate_file(context.get(), certificate, SSL_FILETYPE_PEM);
    SSL_CTX_use_PrivateKey_file(context.get(), key, SSL_FILETYPE_PEM);
  }
};

// What a new connection from `client` gets from the server; null when there is no connection.
X509Ptr received(const Server& server, SSL_CTX* client) {
  const SslPtr ends[2] = {SslPtr(SSL_new(client)), SslPtr(SSL_new(server.context.get()))};
  BIO* pair[2] = {};
  BIO_new_bio_pair(&pair[0], 0, &pair[1], 0);
  for (int i = 0; i < 2; ++i) SSL_set_bio(ends[i].get(), pair[i], pair[i]);
  SSL_set_connect_state(ends[0].get());
  SSL_set_accept_state(ends[1].get());
  constexpr int kFlights = 10;
  for (int i = 0; i < kFlights; ++i) {
    for (const SslPtr& end : ends) SSL_do_handshake(end.get());
  }
  const bool is_connected = SSL_is_init_finished(ends[0].get()) != 0;
  return X509Ptr(is_connected ? SSL_get1_peer_certificate(ends[0].get()) : nullptr);
}

SslCtxPtr client_context() { return SslCtxPtr(SSL_CTX_new(TLS_client_method())); }

bool is_shared(const Server& server, SSL_CTX* client) {
  const X509Ptr first = received(server, client);
  const X509Ptr second = received(server, client);
  if (!first || !second || X509_cmp(first.get(), second.get()) != 0) std::puts("no connection");
  return first == second;
}

// What the program itself reads is its own.
bool is_own_shared(X509* certificate) {
  unsigned char* der = nullptr;
  const int size = i2d_X509(certificate, &der);
  const unsigned char* at = der;
  const X509Ptr first(d2i_X509(nullptr, &at, size));
  at = der;
  const X509Ptr second(d2i_X509(nullptr, &at, size));
  OPENSSL_free(der);
  return first == second;
}

bool are_threads_well(const Server& server) {
  constexpr int kThreads = 4;
  constexpr int kConnections = 20;
  std::atomic<int> failures = 0;
  std::vector<std::jthread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      const SslCtxPtr client = client_context();
      for (int n = 0; n < kConnections; ++n) failures += received(server, client.get()) ? 0 : 1;
    });
  }
  threads.clear();
  return failures == 0;
}

bool is_child_well(const Server& server, SSL_CTX* client) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(received(server, client) ? 0 : 1);
  int status = -1;
  return ::waitpid(child, &status, 0) == child && status == 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const Server server(argv[1], argv[2]);
  const SslCtxPtr client = client_context();
  std::printf("peers: %d\n", is_shared(server, client.get()));
  std::printf("own: %d\n", is_own_shared(received(server, client.get()).get()));
  std::printf("threads: %d\n", are_threads_well(server));
  std::fflush(stdout);
  std::printf("child: %d\n", is_child_well(server, client.get()));
  const SslCtxPtr special(SSL_CTX_new_ex(nullptr, "provider=default", TLS_client_method()));
  std::printf("peers beside another property query: %d\n", is_shared(server, client.get()));
  return 0;
}
