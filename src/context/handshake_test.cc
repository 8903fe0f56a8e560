// SPDX-License-Identifier: Apache-2.0
#include "tests/support/handshake.h"

#include <string>

#include "context/contexts_for_test.h"

namespace keyrack {
namespace {

using testing::call_host;
using ::testing::ElementsAre;
using testing::Handshake;
using ::testing::HasSubstr;
using testing::identity_of;
using testing::KeyType;
using testing::make_certificate;
using testing::make_context;
using testing::received_chain;
using testing::shake_hands;
using testing::TestCertificate;
using testing::trust_in;

// One certification authority with a server and a client for all tests.
struct Pki {
  TestCertificate root = make_certificate({.common_name = "Handshake root", .is_ca = true});
  TestCertificate intermediate =
      make_certificate({.common_name = "Handshake intermediate", .issuer = &root, .is_ca = true});
  TestCertificate server = make_certificate({.common_name = "server",
                                             .issuer = &intermediate,
                                             .dns_names = {"localhost"},
                                             .ip_addresses = {"127.0.0.1"}});
  TestCertificate rsa_server = make_certificate({.common_name = "rsa server",
                                                 .key_type = KeyType::kRsa2048,
                                                 .issuer = &root,
                                                 .dns_names = {"localhost"}});
  TestCertificate client = make_certificate({.common_name = "client", .issuer = &intermediate});

  SecureContextOptions server_options() const {
    return {.role = Role::kServer, .identities = {identity_of(server, intermediate.pem())}};
  }
  SecureContextOptions client_options() const { return {.trust = trust_in(root)}; }
};

const Pki& pki() {
  static const Pki& instance = *new Pki;
  return instance;
}

class BothVersions : public ::testing::TestWithParam<TlsVersion> {
 protected:
  SecureContextOptions with_version(SecureContextOptions options) const {
    options.min_version = options.max_version = GetParam();
    return options;
  }
  std::string version() const { return GetParam() == TlsVersion::kTls1_3 ? "TLSv1.3" : "TLSv1.2"; }
};
INSTANTIATE_TEST_SUITE_P(Tls, BothVersions,
                         ::testing::Values(TlsVersion::kTls1_2, TlsVersion::kTls1_3),
                         [](const ::testing::TestParamInfo<TlsVersion>& version) {
                           return version.param == TlsVersion::kTls1_3 ? "v1_3" : "v1_2";
                         });

TEST_P(BothVersions, ClientAndServerConnect) {
  const SecureContext server = make_context(with_version(pki().server_options()));
  const SecureContext client = make_context(with_version(pki().client_options()));
  const Handshake hands = shake_hands(native(client), native(server));
  ASSERT_TRUE(hands.is_connected) << hands.client.error() << " / " << hands.server.error();
  EXPECT_EQ(hands.version(), version());
  EXPECT_EQ(hands.client_verdict(), X509_V_OK);
}

TEST_P(BothVersions, AServerOfAnotherAuthorityIsRefused) {
  const TestCertificate stranger = make_certificate({.common_name = "stranger", .is_ca = true});
  const SecureContext server = make_context(with_version(pki().server_options()));
  const SecureContext client = make_context(with_version({.trust = trust_in(stranger)}));
  const Handshake hands = shake_hands(native(client), native(server));
  EXPECT_FALSE(hands.is_connected);
  EXPECT_EQ(hands.client_verdict(), X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY);
}

TEST_P(BothVersions, ClientsAreAskedForAndVerified) {
  SecureContextOptions asking = with_version(pki().server_options());
  asking.trust = trust_in(pki().root);
  asking.client_auth = ClientAuth::kRequire;
  const SecureContext server = make_context(asking);

  SecureContextOptions known = with_version(pki().client_options());
  known.identities = {identity_of(pki().client, pki().intermediate.pem())};
  const Handshake good = shake_hands(native(make_context(known)), native(server));
  ASSERT_TRUE(good.is_connected) << good.client.error() << " / " << good.server.error();
  EXPECT_EQ(SSL_get_verify_result(good.server.ssl()), X509_V_OK);

  const SecureContext nobody = make_context(with_version(pki().client_options()));
  const Handshake without = shake_hands(native(nobody), native(server));
  EXPECT_FALSE(without.is_connected);
  EXPECT_THAT(without.server.error(), HasSubstr("peer did not return a certificate"));

  SecureContextOptions unknown = with_version(pki().client_options());
  unknown.identities = {identity_of(make_certificate({.common_name = "unknown client"}))};
  const Handshake bad = shake_hands(native(make_context(unknown)), native(server));
  EXPECT_FALSE(bad.is_connected);
  EXPECT_THAT(bad.server.error(), HasSubstr("certificate verify failed"));
}

TEST_P(BothVersions, ARequestedCertificateMayBeMissing) {
  SecureContextOptions asking = with_version(pki().server_options());
  asking.trust = trust_in(pki().root);
  asking.client_auth = ClientAuth::kRequest;
  const SecureContext client = make_context(with_version(pki().client_options()));
  EXPECT_TRUE(shake_hands(native(client), native(make_context(asking))).is_connected);
}

std::vector<std::string> announced_to(SSL* client) {
  std::vector<std::string> names;
  const STACK_OF(X509_NAME)* issuers = SSL_get0_peer_CA_list(client);
  for (int i = 0; i < sk_X509_NAME_num(issuers); ++i) {
    std::array<char, 200> text{};
    X509_NAME_oneline(sk_X509_NAME_value(issuers, i), text.data(), text.size());
    names.emplace_back(text.data());
  }
  return names;
}

TEST_P(BothVersions, ExplicitTrustIsAnnouncedAndTheBundledRootsAreNot) {
  const TestCertificate extra = make_certificate({.common_name = "Extra", .is_ca = true});
  SecureContextOptions asking = with_version(pki().server_options());
  asking.trust = trust_in(pki().root);
  asking.extra_trust = {trust_in(extra), TrustStore::bundled()};
  asking.client_auth = ClientAuth::kRequest;
  const SecureContext client = make_context(with_version(pki().client_options()));
  const Handshake hands = shake_hands(native(client), native(make_context(asking)));
  ASSERT_TRUE(hands.is_connected);
  EXPECT_THAT(announced_to(hands.client.ssl()), ElementsAre("/CN=Handshake root", "/CN=Extra"));
}

TEST_P(BothVersions, TheServersOrderOfProtocolsDecides) {
  SecureContextOptions serving = with_version(pki().server_options());
  serving.alpn = {"h2", "http/1.1"};
  const SecureContext server = make_context(serving);
  SecureContextOptions calling = with_version(pki().client_options());
  calling.alpn = {"spdy/3", "http/1.1", "h2"};
  EXPECT_EQ(shake_hands(native(make_context(calling)), native(server)).alpn(), "h2");

  calling.alpn = {};
  const Handshake silent = shake_hands(native(make_context(calling)), native(server));
  EXPECT_TRUE(silent.is_connected);
  EXPECT_EQ(silent.alpn(), "");

  calling.alpn = {"smtp"};
  const Handshake others = shake_hands(native(make_context(calling)), native(server));
  EXPECT_FALSE(others.is_connected);
  EXPECT_THAT(others.client.error(), HasSubstr("no application protocol"));
}

TEST(Handshake, AnotherNameIsRefused) {
  const SecureContext server = make_context(pki().server_options());
  const SecureContext client = make_context(pki().client_options());
  const Handshake hands =
      shake_hands(native(client), native(server), [](SSL* ssl) { call_host(ssl, "example.org"); });
  EXPECT_FALSE(hands.is_connected);
  EXPECT_EQ(hands.client_verdict(), X509_V_ERR_HOSTNAME_MISMATCH);
}

TEST(Handshake, AnAddressNamesTheServerToo) {
  const SecureContext server = make_context(pki().server_options());
  const SecureContext client = make_context(pki().client_options());
  const auto call_address = [](const char* address) {
    return [address](SSL* ssl) { X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), address); };
  };
  EXPECT_TRUE(shake_hands(native(client), native(server), call_address("127.0.0.1")).is_connected);
  EXPECT_EQ(shake_hands(native(client), native(server), call_address("127.0.0.2")).client_verdict(),
            X509_V_ERR_IP_ADDRESS_MISMATCH);
}

TEST(Handshake, AClientThatNamesNobodyFailsWhateverItsVerifyCallback) {
  const SecureContext server = make_context(pki().server_options());
  const SecureContext client = make_context(pki().client_options());
  const Handshake hands = shake_hands(native(client), native(server), [](SSL* ssl) {
    SSL_set_verify(ssl, SSL_VERIFY_PEER, [](int, X509_STORE_CTX*) { return 1; });
  });
  EXPECT_FALSE(hands.is_connected);
  EXPECT_THAT(hands.client.error(), HasSubstr("names no server"));
}

TEST(Handshake, SkippingTheServersIdentityMustBeSaid) {
  SecureContextOptions calling = pki().client_options();
  calling.insecurely_skip_server_identity = true;
  const SecureContext server = make_context(pki().server_options());
  EXPECT_TRUE(shake_hands(native(make_context(calling)), native(server), [](SSL*) {}).is_connected);
}

TEST(Handshake, APartialChainEndsAtATrustedIntermediateOnlyWhereAllowed) {
  const SecureContext server = make_context(pki().server_options());
  SecureContextOptions calling{.trust = trust_in(pki().intermediate)};
  EXPECT_FALSE(shake_hands(native(make_context(calling)), native(server)).is_connected);
  calling.allow_partial_trust_chain = true;
  EXPECT_TRUE(shake_hands(native(make_context(calling)), native(server)).is_connected);
}

TEST(Handshake, EachIdentityIsSentWithItsOwnIssuersAndWithoutTheRoot) {
  SecureContextOptions serving = pki().server_options();
  serving.identities = {identity_of(pki().server, pki().intermediate.pem() + pki().root.pem()),
                        identity_of(pki().rsa_server, pki().root.pem())};
  const SecureContext server = make_context(serving);

  SecureContextOptions calling = pki().client_options();
  calling.max_version = TlsVersion::kTls1_2;
  calling.ciphers = "ECDHE-ECDSA-AES128-GCM-SHA256";
  const Handshake ec = shake_hands(native(make_context(calling)), native(server));
  ASSERT_TRUE(ec.is_connected) << ec.client.error();
  EXPECT_THAT(received_chain(ec.client.ssl()),
              ElementsAre(pki().server.der(), pki().intermediate.der()));

  calling.ciphers = "ECDHE-RSA-AES128-GCM-SHA256";
  const Handshake rsa = shake_hands(native(make_context(calling)), native(server));
  ASSERT_TRUE(rsa.is_connected) << rsa.client.error();
  EXPECT_THAT(received_chain(rsa.client.ssl()), ElementsAre(pki().rsa_server.der()));
}

// The server trusts the issuer of its own leaf; OpenSSL would take that for a part of its chain.
TEST(Handshake, AChainIsNeverCompletedFromTheTrustStore) {
  SecureContextOptions serving{.role = Role::kServer,
                               .trust = trust_in(pki().intermediate),
                               .identities = {identity_of(pki().server)},
                               .client_auth = ClientAuth::kRequest};
  const SecureContext server = make_context(serving);
  SecureContextOptions calling{.trust = trust_in(pki().intermediate),
                               .allow_partial_trust_chain = true};
  const Handshake hands = shake_hands(native(make_context(calling)), native(server));
  ASSERT_TRUE(hands.is_connected) << hands.client.error();
  EXPECT_THAT(received_chain(hands.client.ssl()), ElementsAre(pki().server.der()));
}

TEST(Handshake, AContextMadeElsewhereVerifiesWithAttachedTrust) {
  const SecureContext server = make_context(pki().server_options());
  const SslCtxPtr foreign(SSL_CTX_new(TLS_client_method()));
  SSL_CTX_set_verify(foreign.get(), SSL_VERIFY_PEER, nullptr);
  EXPECT_FALSE(shake_hands(foreign.get(), native(server)).is_connected);
  ASSERT_TRUE(attach(foreign.get(), trust_in(pki().root)));
  EXPECT_TRUE(shake_hands(foreign.get(), native(server)).is_connected);
}

TEST(Handshake, AConnectionOutlivesItsSecureContext) {
  SecureContextOptions serving = pki().server_options();
  serving.alpn = {"h2"};
  auto server = std::make_unique<SecureContext>(make_context(serving));
  auto client = std::make_unique<SecureContext>(make_context(pki().client_options()));
  const SslCtxPtr server_context = share(native(*server));
  const SslCtxPtr client_context = share(native(*client));
  server.reset();
  client.reset();
  SSL_CTX_set_alpn_protos(client_context.get(), reinterpret_cast<const unsigned char*>("\x02h2"),
                          3);
  const Handshake hands = shake_hands(client_context.get(), server_context.get());
  EXPECT_TRUE(hands.is_connected) << hands.client.error();
  EXPECT_EQ(hands.alpn(), "h2");
}

}  // namespace
}  // namespace keyrack
