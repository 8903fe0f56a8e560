// SPDX-License-Identifier: Apache-2.0
// An HTTPS server on standalone Asio with C++20 coroutines. Its key comes from a PKCS#12 that may
// be replaced while it runs: the next handshake presents the new one.
//
// usage: https_server KEYSTORE PASSWORD [CLIENT_CA]
// Prints the port that it listens on, and serves until its standard input ends.
#include <keyrack/keyrack.h>
#include <keyrack/openssl.h>

#include <asio.hpp>
#include <asio/ssl.hpp>
#include <chrono>
#include <iostream>
#include <string>
#include <utility>

namespace {

using asio::ip::tcp;
using Stream = asio::ssl::stream<tcp::socket>;

constexpr std::size_t kMaxRequest = 16 << 10;

// A context whose handshakes ask a key manager, and verify clients where there is a CA for them.
keyrack::Result<keyrack::SecureContext> make_context(char** arguments) {
  auto keys = keyrack::KeyManager::create(
      {keyrack::KeySource::file(arguments[1], keyrack::Password(arguments[2]))}, {.prewarm = true});
  if (!keys) return std::unexpected(keys.error());
  keyrack::SecureContextOptions options{
      .role = keyrack::Role::kServer, .keys = *keys, .alpn = {"http/1.1"}};
  if (arguments[3] != nullptr) {
    auto clients = keyrack::TrustSource::follow_file(arguments[3]);
    if (!clients) return std::unexpected(clients.error());
    options.trust = *clients;
    options.client_auth = keyrack::ClientAuth::kRequire;
  }
  return keyrack::SecureContext::create(options);
}

std::string greeting(SSL* ssl) {
  const std::string body = std::string("hello over ") + SSL_get_version(ssl) + "\n";
  return "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body;
}

asio::awaitable<void> serve(tcp::socket socket, asio::ssl::context& context) {
  try {
    Stream stream(std::move(socket), context);
    co_await stream.async_handshake(Stream::server, asio::use_awaitable);
    std::string request;
    co_await asio::async_read_until(stream, asio::dynamic_buffer(request, kMaxRequest), "\r\n\r\n",
                                    asio::use_awaitable);
    co_await asio::async_write(stream, asio::buffer(greeting(stream.native_handle())),
                               asio::use_awaitable);
    co_await stream.async_shutdown(asio::use_awaitable);
  } catch (const std::exception& error) {
    std::cerr << "connection: " << error.what() << '\n';
  }
}

asio::awaitable<void> accept(tcp::acceptor& acceptor, asio::ssl::context& context) {
  while (true) {
    tcp::socket socket = co_await acceptor.async_accept(asio::use_awaitable);
    asio::co_spawn(acceptor.get_executor(), serve(std::move(socket), context), asio::detached);
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3 && count != 4) {
    std::cerr << "usage: https_server KEYSTORE PASSWORD [CLIENT_CA]\n";
    return 2;
  }
  const auto made = make_context(arguments);
  if (!made) {
    std::cerr << made.error().describe() << '\n';
    return 1;
  }
  // Asio frees what it is given.
  SSL_CTX_up_ref(keyrack::native(*made));
  asio::ssl::context context(keyrack::native(*made));

  asio::io_context io;
  tcp::acceptor acceptor(io, {asio::ip::make_address("127.0.0.1"), 0});
  std::cout << acceptor.local_endpoint().port() << std::endl;
  asio::co_spawn(io, accept(acceptor, context), asio::detached);

  asio::posix::stream_descriptor input(io, ::dup(0));
  std::string ignored;
  asio::async_read(input, asio::dynamic_buffer(ignored),
                   [&](const asio::error_code&, std::size_t) { io.stop(); });
  io.run();
}
