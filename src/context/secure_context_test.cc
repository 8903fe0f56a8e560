// SPDX-License-Identifier: Apache-2.0
#include <keyrack/stats.h>
#include <openssl/err.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "context/contexts_for_test.h"

namespace keyrack {
namespace {

using testing::expect_refused;
using testing::KeyType;
using testing::make_certificate;
using testing::make_context;
using testing::TestCertificate;
using testing::trust_in;

Identity make_identity(const std::string& name, KeyType type = KeyType::kP256) {
  const TestCertificate made = make_certificate({.common_name = name, .key_type = type});
  return Identity::from_pem(made.pem(), made.key_pem()).value();
}

TEST(SecureContext, OfAClientWithoutTrustHasTheBundledRootsAndParsesNone) {
  const Stats before = stats();
  const SecureContext context = make_context({});
  EXPECT_TRUE(context.is_default_trust());
  EXPECT_EQ(context.trust().size(), TrustStore::bundled().size());
  EXPECT_EQ(stats().certificates_parsed, before.certificates_parsed);
  EXPECT_EQ(stats().contexts_made - before.contexts_made, 1u);
  EXPECT_EQ(SSL_CTX_get_verify_mode(native(context)), SSL_VERIFY_PEER);
}

TEST(SecureContext, ExplicitTrustReplacesTheDefault) {
  const TestCertificate root = make_certificate({.common_name = "explicit", .is_ca = true});
  const SecureContext one = make_context({.trust = trust_in(root)});
  EXPECT_FALSE(one.is_default_trust());
  EXPECT_EQ(one.trust().size(), 1u);
  EXPECT_EQ(make_context({.trust = TrustStore::empty()}).trust().size(), 0u);
}

TEST(SecureContext, ExtraTrustAddsToTheDefaultOrTheGiven) {
  const TestCertificate root = make_certificate({.common_name = "extra", .is_ca = true});
  const TestCertificate other = make_certificate({.common_name = "given", .is_ca = true});
  EXPECT_EQ(make_context({.extra_trust = {trust_in(root)}}).trust().size(),
            TrustStore::bundled().size() + 1);
  EXPECT_EQ(
      make_context({.trust = trust_in(other), .extra_trust = {trust_in(root)}}).trust().size(), 2u);
}

TEST(SecureContext, AServerThatAsksForCertificatesMustNameItsTrust) {
  expect_refused({.role = Role::kServer, .client_auth = ClientAuth::kRequest}, "trust: ");
  expect_refused({.role = Role::kServer, .client_auth = ClientAuth::kRequire}, "trust: ");
  expect_refused({.client_auth = ClientAuth::kRequire}, "client_auth: ");
  EXPECT_TRUE(SecureContext::create({.role = Role::kServer}));
  EXPECT_TRUE(SecureContext::create(
      {.role = Role::kServer, .trust = TrustStore::empty(), .client_auth = ClientAuth::kRequire}));
}

TEST(SecureContext, SwitchesThatHaveNothingToSwitchAreRefused) {
  expect_refused({.trust_pkcs12_extras = true}, "trust_pkcs12_extras = true: there is no pkcs12");
  expect_refused({.role = Role::kServer, .insecurely_skip_server_identity = true},
                 "insecurely_skip_server_identity = true: is for clients");
}

TEST(SecureContext, AMinimumAboveTheMaximumIsRefused) {
  expect_refused({.min_version = TlsVersion::kTls1_3, .max_version = TlsVersion::kTls1_2},
                 "max_version = TLSv1.2: below min_version");
  expect_refused({.max_version = TlsVersion::kTls1_2, .ciphers = "TLS_AES_128_GCM_SHA256"},
                 "max_version = TLSv1.2: below the minimum of TLSv1.3");
}

TEST(SecureContext, VersionsThatTheSecurityLevelLeavesUnusableAreRefused) {
  expect_refused({.min_version = TlsVersion::kTls1_0}, "min_version = TLSv1.0: not possible");
  expect_refused({.min_version = TlsVersion::kTls1_1}, "min_version = TLSv1.1: not possible");
  expect_refused({.max_version = TlsVersion::kTls1_1}, "max_version = TLSv1.1: not possible");
  EXPECT_TRUE(
      SecureContext::create({.min_version = TlsVersion::kTls1_0, .ciphers = "DEFAULT@SECLEVEL=0"}));
}

TEST(SecureContext, AVersionWithoutACipherIsRefused) {
  expect_refused(
      {.min_version = TlsVersion::kTls1_0, .ciphers = "ECDHE-RSA-AES128-GCM-SHA256:@SECLEVEL=0"},
      "min_version = TLSv1.0: no cipher");
  EXPECT_TRUE(SecureContext::create(
      {.min_version = TlsVersion::kTls1_2, .ciphers = "ECDHE-RSA-AES128-GCM-SHA256"}));
}

TEST(SecureContext, VersionsAreWhatWasAskedFor) {
  const SecureContext context =
      make_context({.min_version = TlsVersion::kTls1_2, .max_version = TlsVersion::kTls1_2});
  EXPECT_EQ(SSL_CTX_get_min_proto_version(native(context)), TLS1_2_VERSION);
  EXPECT_EQ(SSL_CTX_get_max_proto_version(native(context)), TLS1_2_VERSION);
}

TEST(SecureContext, BadCiphersAndProtocolsAreNamed) {
  expect_refused({.ciphers = "HIGH:!aNUL"}, "ciphers = !aNUL: ");
  expect_refused({.ciphersuites = "TLS_NONE"}, "ciphersuites = TLS_NONE: ");
  expect_refused({.alpn = {"h2", ""}}, "alpn = \"\": ");
  expect_refused({.alpn = {std::string(256, 'a')}}, "1 to 255 bytes");
  expect_refused({.alpn = {"h2", "h2"}}, "named twice");
}

TEST(SecureContext, TwoIdentitiesOfOneKeyTypeAreRefused) {
  const Identity p256 = make_identity("first EC");
  const Identity p384 = make_identity("second EC", KeyType::kP384);
  const Identity rsa = make_identity("RSA", KeyType::kRsa2048);
  EXPECT_TRUE(SecureContext::create({.role = Role::kServer, .identities = {p256, rsa}}));
  expect_refused({.role = Role::kServer, .identities = {p256, rsa, p384}},
                 "identities = number 3: has the same key type");
}

TEST(SecureContext, AnIdentityTooWeakForTheSecurityLevelIsRefused) {
  const Identity rsa = make_identity("weak", KeyType::kRsa2048);
  expect_refused({.role = Role::kServer, .identities = {rsa}, .ciphers = "DEFAULT@SECLEVEL=3"},
                 "identities = number 1: ");
}

TEST(SecureContext, AnIdentityOfAnotherLibraryContextIsRefused) {
  const LibCtxPtr other(OSSL_LIB_CTX_new());
  const TestCertificate made = make_certificate({.common_name = "library context"});
  const LibraryContext library{other.get(), ""};
  const Identity elsewhere = Identity::from_pem(made.pem(), made.key_pem(), {}, library).value();
  expect_refused({.identities = {elsewhere}}, "another library context");
  EXPECT_TRUE(SecureContext::create({.identities = {elsewhere}, .library_context = library}));
}

TEST(SecureContext, IdentitiesAreSharedAndNotParsedAgain) {
  const Identity identity = make_identity("shared");
  const Stats before = stats();
  const SecureContext first = make_context({.identities = {identity}});
  const SecureContext second = make_context({.identities = {identity}});
  EXPECT_EQ(stats().certificates_parsed, before.certificates_parsed);
  EXPECT_EQ(stats().private_keys_loaded, before.private_keys_loaded);
  EXPECT_EQ(SSL_CTX_get0_privatekey(native(first)), native_key(identity));
  EXPECT_EQ(SSL_CTX_get0_certificate(native(first)), SSL_CTX_get0_certificate(native(second)));
}

TEST(SecureContext, ManyThreadsMakeAndDropContextsOverOneText) {
  const TestCertificate root = make_certificate({.common_name = "threads root", .is_ca = true});
  const TestCertificate leaf = make_certificate({.common_name = "threads", .issuer = &root});
  const std::string certificates = leaf.pem() + root.pem();
  const std::string key = leaf.key_pem();
  const TrustStore trust = trust_in(root);
  std::atomic<int> made = 0;
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 8; ++thread) {
      threads.emplace_back([&] {
        for (int round = 0; round < 25; ++round) {
          const auto identity = Identity::from_pem(certificates, key);
          if (identity &&
              SecureContext::create(
                  {.trust = trust, .identities = {*identity}, .ciphers = "HIGH:!aNULL"})) {
            ++made;
          }
        }
      });
    }
  }
  EXPECT_EQ(made, 8 * 25);
}

TEST(SecureContext, PartialChainsAreAFlagOfTheContextAlone) {
  const TestCertificate root = make_certificate({.common_name = "flag", .is_ca = true});
  const TrustStore trust = trust_in(root);
  const auto has_flag = [](const SecureContext& context) {
    return (X509_VERIFY_PARAM_get_flags(SSL_CTX_get0_param(native(context))) &
            X509_V_FLAG_PARTIAL_CHAIN) != 0;
  };
  EXPECT_TRUE(has_flag(make_context({.trust = trust, .allow_partial_trust_chain = true})));
  EXPECT_FALSE(has_flag(make_context({.trust = trust})));
}

TEST(SecureContext, AFailureLeavesTheCallersErrorQueueAsItWas) {
  ERR_clear_error();
  expect_refused({.ciphers = "NOSUCHCIPHER"}, "NOSUCHCIPHER");
  EXPECT_EQ(ERR_peek_error(), 0u);
}

}  // namespace
}  // namespace keyrack
