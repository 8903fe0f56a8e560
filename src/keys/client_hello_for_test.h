// SPDX-License-Identifier: Apache-2.0
// ClientHellos with signature_algorithms_cert, which no client of libssl sends: they are changed on
// their way to a server, up to whose choice a handshake then goes.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tests/support/memory_handshake.h"

namespace keyrack::testing {

inline constexpr unsigned kPlaceholder = 0xfe00;  // an extension type for private use

// A ClientHello with signature_algorithms ecdsa_secp256r1_sha256, and an extension of this content.
inline std::vector<std::uint8_t> client_hello(std::span<const std::uint8_t> extension) {
  const SslCtxPtr context = make_client_context();
  EXPECT_EQ(SSL_CTX_set1_sigalgs_list(context.get(), "ECDSA+SHA256"), 1);
  const auto add = [](SSL*, unsigned, unsigned, const unsigned char** out, std::size_t* size, X509*,
                      std::size_t, int*, void* content) {
    const auto& bytes = *static_cast<std::span<const std::uint8_t>*>(content);
    *out = bytes.data();
    *size = bytes.size();
    return 1;
  };
  EXPECT_EQ(SSL_CTX_add_custom_ext(context.get(), kPlaceholder, SSL_EXT_CLIENT_HELLO, add, nullptr,
                                   &extension, nullptr, nullptr),
            1);
  const SslPtr client(SSL_new(context.get()));
  BIO* const out = BIO_new(BIO_s_mem());
  SSL_set_bio(client.get(), BIO_new(BIO_s_mem()), out);
  EXPECT_NE(SSL_connect(client.get()), 1);
  const std::uint8_t* data = nullptr;
  const long size = BIO_get_mem_data(out, &data);
  return {data, data + size};
}

inline std::vector<std::uint8_t> with_certificate_algorithms(std::uint16_t scheme) {
  const std::array<std::uint8_t, 4> list{0, 2, static_cast<std::uint8_t>(scheme >> 8),
                                         static_cast<std::uint8_t>(scheme & 0xff)};
  std::vector<std::uint8_t> hello = client_hello(list);
  const std::array<std::uint8_t, 2> placeholder{0xfe, 0x00};
  const auto type = std::ranges::search(hello, placeholder);
  EXPECT_FALSE(type.empty());
  type[0] = 0;
  type[1] = TLSEXT_TYPE_signature_algorithms_cert;
  return hello;
}

// The common name of what a server presents to such a client; "none".
inline std::string presented_to(const std::vector<std::uint8_t>& hello, SSL_CTX* context) {
  const SslPtr server(SSL_new(context));
  SSL_set_bio(server.get(), BIO_new_mem_buf(hello.data(), static_cast<int>(hello.size())),
              BIO_new(BIO_s_mem()));
  SSL_accept(server.get());
  X509* const certificate = SSL_get_certificate(server.get());
  if (certificate == nullptr) return "none";
  std::array<char, 64> name{};
  X509_NAME_get_text_by_NID(X509_get_subject_name(certificate), NID_commonName, name.data(),
                            static_cast<int>(name.size()));
  return name.data();
}

inline constexpr std::uint16_t kRsaPkcs1Sha256 = 0x0401;
inline constexpr std::uint16_t kEcdsaSha256 = 0x0403;

}  // namespace keyrack::testing
