// SPDX-License-Identifier: Apache-2.0
#include "context/diffie_hellman.h"

#include <openssl/dh.h>
#include <openssl/pem.h>

#include "context/contexts_for_test.h"

namespace keyrack {
namespace {

using testing::context_pki;
using testing::expect_refused;
using testing::Handshake;
using testing::make_context;
using testing::shake_hands;

// Parameters of a group with a name (RFC 7919), so that none need be generated.
std::string parameters(const char* group) {
  const EvpPkeyCtxPtr maker(EVP_PKEY_CTX_new_from_name(nullptr, "DH", nullptr));
  EVP_PKEY_paramgen_init(maker.get());
  EVP_PKEY_CTX_set_group_name(maker.get(), group);
  EVP_PKEY* made = nullptr;
  EVP_PKEY_paramgen(maker.get(), &made);
  const EvpPkeyPtr owner(made);
  const BioPtr out(BIO_new(BIO_s_mem()));
  PEM_write_bio_Parameters(out.get(), made);
  char* text = nullptr;
  const long size = BIO_get_mem_data(out.get(), &text);
  return std::string(text, static_cast<std::size_t>(size));
}

// 1024 bits: the group of RFC 2409 section 6.2, as `openssl dhparam` would write it.
constexpr const char* kShort = R"(-----BEGIN DH PARAMETERS-----
MIGHAoGBAP//////////yQ/aoiFowjTExmKLgNwc0SkCTgiKZ8x0Agu+pjsTmyJR
Sgh5jjQE3e+VGbPNOkMbMCsKbfJfFDdP4TVtbVHCReSFtXZiXn7G9ExC6aY37WsL
/1y29Aa37e44a/taiZ+lrp8kEXxLH+ZJKGZR7OZTgf//////////AgEC
-----END DH PARAMETERS-----
)";

// A TLS 1.2 handshake that needs it.
Handshake shake(const SecureContextOptions& dh) {
  SecureContextOptions serving = dh;
  serving.role = Role::kServer;
  serving.identities = {testing::identity_of(context_pki().rsa_server)};
  SecureContextOptions calling = context_pki().client_options();
  calling.ciphers = "DHE-RSA-AES128-GCM-SHA256";
  calling.max_version = TlsVersion::kTls1_2;
  calling.security_level = dh.security_level;
  return shake_hands(native(make_context(calling)), native(make_context(serving)));
}

TEST(DiffieHellman, IsOffUnlessAskedFor) {
  EXPECT_FALSE(shake({}).is_connected);
  EXPECT_TRUE(shake({.dh = "auto"}).is_connected);
}

TEST(DiffieHellman, ParametersAreUsed) {
  const Handshake hands = shake({.dh = parameters("ffdhe3072")});
  ASSERT_TRUE(hands.is_connected) << hands.server.error();
  EVP_PKEY* key = nullptr;
  ASSERT_EQ(SSL_get_peer_tmp_key(hands.client.ssl(), &key), 1);
  const EvpPkeyPtr owner(key);
  EXPECT_EQ(EVP_PKEY_get_bits(key), 3072);
}

TEST(DiffieHellman, ShortParametersNeedAnInsecureSwitch) {
  expect_refused({.role = Role::kServer, .dh = kShort}, "dh = 1024 bits: shorter than 2048");
  expect_refused(
      {.role = Role::kServer, .security_level = 2, .dh = kShort, .insecurely_allow_short_dh = true},
      "dh = 1024 bits: OpenSSL refuses it at security level 2");
  EXPECT_TRUE(
      shake({.security_level = 1, .dh = kShort, .insecurely_allow_short_dh = true}).is_connected);
}

TEST(DiffieHellman, WhatIsNeitherAutoNorParametersIsRefused) {
  expect_refused({.role = Role::kServer, .dh = "on"}, "dh: neither");
  expect_refused({.role = Role::kServer, .dh = context_pki().server.pem()}, "dh: neither");
  expect_refused({.role = Role::kServer, .dh = std::string(100'000, ' ')}, "dh: more than 64 KiB");
  expect_refused({.dh = "auto"}, "dh: is for servers");
}

}  // namespace
}  // namespace keyrack
