// SPDX-License-Identifier: Apache-2.0
#include "context/client_hello_probe.h"

#include <openssl/bio.h>
#include <openssl/ssl.h>

#include <cstddef>
#include <optional>

#include "base/query.h"
#include "bytes/byte_view.h"

namespace keyrack {
namespace {

constexpr std::size_t kHandshakeHeader = 4;    // type and length
constexpr std::size_t kVersionAndRandom = 34;  // RFC 8446 section 4.1.2

// Big-endian fields, one after the other. Past the end everything is empty.
class Fields {
 public:
  explicit Fields(ByteView bytes) : bytes_(bytes) {}

  bool is_at_end() const { return bytes_.empty(); }
  unsigned number(std::size_t size) {
    unsigned value = 0;
    for (const std::uint8_t byte : take(size)) value = value << 8 | byte;
    return value;
  }
  ByteView vector(std::size_t length_size) { return take(number(length_size)); }
  ByteView take(std::size_t size) {
    const ByteView taken = bytes_.first(std::min(size, bytes_.size()));
    bytes_ = bytes_.subspan(taken.size());
    return taken;
  }

 private:
  ByteView bytes_;
};

std::vector<std::uint16_t> numbers_of(ByteView client_hello, unsigned extension) {
  Fields hello(client_hello);
  hello.take(kHandshakeHeader + kVersionAndRandom);
  hello.vector(1);  // session id
  hello.vector(2);  // cipher suites
  hello.vector(1);  // compression methods
  std::vector<std::uint16_t> numbers;
  for (Fields extensions(hello.vector(2)); !extensions.is_at_end();) {
    const bool is_wanted = extensions.number(2) == extension;
    Fields content(extensions.vector(2));
    if (!is_wanted) continue;
    for (Fields list(content.vector(2)); !list.is_at_end();) {
      numbers.push_back(static_cast<std::uint16_t>(list.number(2)));
    }
  }
  return numbers;
}

void keep_client_hello(int, int, int type, const void* message, std::size_t size, SSL*,
                       void* kept) {
  const ByteView bytes(static_cast<const std::uint8_t*>(message), size);
  if (type == SSL3_RT_HANDSHAKE && !bytes.empty() && bytes[0] == SSL3_MT_CLIENT_HELLO) {
    static_cast<std::vector<std::uint8_t>*>(kept)->assign(bytes.begin(), bytes.end());
  }
}

}  // namespace

std::vector<std::uint16_t> offered_by(SSL_CTX* context, unsigned extension) {
  const SslPtr ssl(SSL_new(context));
  BIO* in = BIO_new(BIO_s_mem());
  BIO* out = BIO_new(BIO_s_mem());
  if (!ssl || in == nullptr || out == nullptr) {
    BIO_free(in);
    BIO_free(out);
    return {};
  }
  SSL_set_bio(ssl.get(), in, out);
  std::vector<std::uint8_t> client_hello;
  SSL_set_msg_callback(ssl.get(), keep_client_hello);
  SSL_set_msg_callback_arg(ssl.get(), &client_hello);
  SSL_connect(ssl.get());  // as far as there is no answer
  return numbers_of(client_hello, extension);
}

ClientHelloProbe::ClientHelloProbe(SSL_CTX* model, const LibraryContext& library_context)
    : model_(model) {
  context_.reset(
      SSL_CTX_new_ex(library_context.context, query_of(library_context), TLS_client_method()));
}

std::vector<std::uint16_t> ClientHelloProbe::groups(const std::string& list) {
  if (!context_ || SSL_CTX_set1_groups_list(context_.get(), list.c_str()) != 1) return {};
  return offered(TLSEXT_TYPE_supported_groups);
}

std::vector<std::uint16_t> ClientHelloProbe::signature_algorithms(const std::string& list) {
  if (!context_ || SSL_CTX_set1_sigalgs_list(context_.get(), list.c_str()) != 1) return {};
  return offered(TLSEXT_TYPE_signature_algorithms);
}

std::vector<std::uint16_t> ClientHelloProbe::offered(unsigned extension) {
  SSL_CTX_set_security_level(context_.get(), SSL_CTX_get_security_level(model_));
  SSL_CTX_set_min_proto_version(context_.get(),
                                static_cast<int>(SSL_CTX_get_min_proto_version(model_)));
  SSL_CTX_set_max_proto_version(context_.get(),
                                static_cast<int>(SSL_CTX_get_max_proto_version(model_)));
  return offered_by(context_.get(), extension);
}

}  // namespace keyrack
