// SPDX-License-Identifier: Apache-2.0
// An HTTPS client on standalone Asio: connects to an address, but to a server of that name only.
//
// usage: https_client NAME ADDRESS PORT [CA_FILE [CLIENT_CERTIFICATE_AND_KEY]]
// Prints the response. Without a CA file the bundled roots are trusted.
#include <keyrack/keyrack.h>
#include <keyrack/openssl.h>

#include <asio.hpp>
#include <asio/ssl.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>

namespace {

using asio::ip::tcp;
using Stream = asio::ssl::stream<tcp::socket>;

std::string read(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

keyrack::Result<keyrack::SecureContext> make_context(int count, char** arguments) {
  keyrack::SecureContextOptions options{.alpn = {"http/1.1"}};
  if (count > 4) {
    auto trust = keyrack::TrustStore::from_file(arguments[4]);
    if (!trust) return std::unexpected(trust.error());
    options.trust = *trust;
  }
  if (count > 5) {
    auto identity = keyrack::Identity::from_pem(read(arguments[5]));
    if (!identity) return std::unexpected(identity.error());
    options.identities = {*identity};
  }
  return keyrack::SecureContext::create(options);
}

asio::awaitable<void> get(keyrack::ClientConnection connection, tcp::endpoint server) {
  const std::string host = connection.peer();
  tcp::socket socket(co_await asio::this_coro::executor);
  co_await socket.async_connect(server, asio::use_awaitable);
  // The stream owns the SSL from here on.
  Stream stream(std::move(socket), keyrack::release(std::move(connection)));
  co_await stream.async_handshake(Stream::client, asio::use_awaitable);
  const std::string request = "GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
  co_await asio::async_write(stream, asio::buffer(request), asio::use_awaitable);
  std::string response;
  asio::error_code end;
  co_await asio::async_read(stream, asio::dynamic_buffer(response),
                            asio::redirect_error(asio::use_awaitable, end));
  if (end != asio::error::eof) throw asio::system_error(end);
  std::cout << response;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 4 || count > 6) {
    std::cerr << "usage: https_client NAME ADDRESS PORT [CA_FILE [CLIENT_CERTIFICATE_AND_KEY]]\n";
    return 2;
  }
  const auto context = make_context(count, arguments);
  if (!context) {
    std::cerr << context.error().describe() << '\n';
    return 1;
  }
  auto connection = context->connect_to(arguments[1]);
  if (!connection) {
    std::cerr << connection.error().describe() << '\n';
    return 1;
  }
  try {
    const tcp::endpoint server(asio::ip::make_address(arguments[2]),
                               static_cast<asio::ip::port_type>(std::stoi(arguments[3])));
    asio::io_context io;
    std::exception_ptr failure;
    asio::co_spawn(io, get(std::move(*connection), server),
                   [&](std::exception_ptr thrown) { failure = std::move(thrown); });
    io.run();
    if (failure) std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
