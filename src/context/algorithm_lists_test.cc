// SPDX-License-Identifier: Apache-2.0
#include "context/algorithm_lists.h"

#include "context/contexts_for_test.h"

namespace keyrack {
namespace {

using testing::context_pki;
using testing::expect_refused;
using testing::Handshake;
using testing::make_context;
using testing::shake_hands;

TEST(Groups, EveryElementMustNameAGroup) {
  expect_refused({.groups = "P-256:nistp257"}, "groups = nistp257: names nothing");
  expect_refused({.groups = "P-256::X25519"}, "groups = \"\": names nothing");
  expect_refused({.groups = "P-256:"}, "groups = \"\": names nothing");
  expect_refused({.groups = "P-256 X25519"}, "groups = P-256 X25519: names nothing");
  expect_refused({.groups = std::string("P-256\0:x", 8)}, "zero byte");
  EXPECT_TRUE(SecureContext::create({.groups = "X25519:P-256:P-384"}));
}

TEST(Groups, OneThatIsNamedTwiceIsRefused) {
  expect_refused({.groups = "P-256:X25519:P-256"}, "groups = P-256:X25519:P-256: ");
  expect_refused({.groups = "P-256:prime256v1"}, "twice");
}

TEST(Groups, ThatTheSecurityLevelLeavesOutAreRefused) {
  expect_refused({.security_level = 4, .groups = "P-521:P-256"},
                 "groups = P-256: names nothing that OpenSSL uses at security level 4");
  EXPECT_TRUE(SecureContext::create({.security_level = 4, .groups = "P-521:P-384"}));
}

TEST(Groups, DecideTheKeyExchange) {
  SecureContextOptions serving = context_pki().server_options();
  serving.groups = "P-384";
  const SecureContext server = make_context(serving);
  const Handshake hands =
      shake_hands(native(make_context(context_pki().client_options())), native(server));
  ASSERT_TRUE(hands.is_connected);
  EXPECT_EQ(SSL_get_negotiated_group(hands.client.ssl()), NID_secp384r1);

  SecureContextOptions calling = context_pki().client_options();
  calling.groups = "X25519";
  EXPECT_FALSE(shake_hands(native(make_context(calling)), native(server)).is_connected);
}

TEST(SignatureAlgorithms, EveryElementMustNameOne) {
  expect_refused({.sigalgs = "RSA+SHA256:RSA+SHA257"}, "sigalgs = RSA+SHA257: names nothing");
  expect_refused({.sigalgs = "ed25519:ed25519"}, "sigalgs = ed25519:ed25519: ");
  EXPECT_TRUE(SecureContext::create({.sigalgs = "ecdsa_secp256r1_sha256:RSA-PSS+SHA256:ed25519"}));
}

TEST(SignatureAlgorithms, ThatTheSecurityLevelLeavesOutAreRefused) {
  expect_refused({.sigalgs = "ECDSA+SHA256:ECDSA+SHA1"}, "sigalgs = ECDSA+SHA1: names nothing");
  EXPECT_TRUE(SecureContext::create({.security_level = 0, .sigalgs = "ECDSA+SHA256:ECDSA+SHA1"}));
}

TEST(SignatureAlgorithms, DecideWhatIsSignedWith) {
  SecureContextOptions serving = context_pki().server_options();
  serving.identities.push_back(testing::identity_of(context_pki().rsa_server));
  const SecureContext server = make_context(serving);
  SecureContextOptions calling = context_pki().client_options();
  calling.sigalgs = "rsa_pss_rsae_sha384:ECDSA+SHA256";
  const Handshake hands = shake_hands(native(make_context(calling)), native(server));
  ASSERT_TRUE(hands.is_connected) << hands.client.error();
  int digest = 0;
  ASSERT_EQ(SSL_get_peer_signature_nid(hands.client.ssl(), &digest), 1);
  EXPECT_EQ(digest, NID_sha384);
}

TEST(AlgorithmLists, AreCheckedInTheLibraryContextInUse) {
  const LibCtxPtr own(OSSL_LIB_CTX_new());
  const LibraryContext library{own.get(), ""};
  EXPECT_TRUE(SecureContext::create({.groups = "X25519", .library_context = library}));
  expect_refused({.groups = "X25520", .library_context = library}, "groups = X25520");
}

}  // namespace
}  // namespace keyrack
