// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <keyrack/key_manager.h>
#include <keyrack/openssl.h>

#include <atomic>
#include <future>
#include <thread>

#include "keys/key_stores_for_test.h"
#include "tests/support/memory_handshake.h"

namespace keyrack {
namespace {

using testing::KeyType;
using testing::make_store;
using testing::MemoryHandshake;
using testing::StoreEntry;

KeyManager manage(const std::vector<StoreEntry>& entries, const KeyManagerOptions& options = {}) {
  return KeyManager::create({KeySource::store(make_store(entries))}, options).value();
}

SslCtxPtr server_with(const KeyManager& manager, int version = 0,
                      const HandshakeOptions& options = {}) {
  SslCtxPtr context = testing::make_server_context(version);
  EXPECT_TRUE(attach(context.get(), manager, options));
  return context;
}

std::string common_name(const std::vector<std::uint8_t>& der) {
  return Certificate::from_der(der).value().subject();
}

// The subject of the leaf that the client got, or the alert.
std::string served(const MemoryHandshake& handshake) {
  const auto chain = handshake.chain_at_client();
  if (!chain.empty()) return common_name(chain[0]);
  return "alert " + std::to_string(handshake.alert_to_client());
}

const std::string kHandshakeFailure = "alert " + std::to_string(SSL_AD_HANDSHAKE_FAILURE);

class AttachKeysTest : public ::testing::TestWithParam<int> {
 protected:
  SslCtxPtr client() const { return testing::make_client_context(GetParam()); }
  SslCtxPtr server(const KeyManager& manager, const HandshakeOptions& options = {}) const {
    return server_with(manager, GetParam(), options);
  }
  std::string serve(SSL_CTX* server, const std::string& name = "") const {
    const SslCtxPtr client_context = client();
    MemoryHandshake handshake(client_context.get(), server);
    if (!name.empty()) SSL_set_tlsext_host_name(handshake.client(), name.c_str());
    handshake.run();
    return served(handshake);
  }
};

INSTANTIATE_TEST_SUITE_P(Versions, AttachKeysTest,
                         ::testing::Values(TLS1_2_VERSION, TLS1_3_VERSION),
                         [](const auto& parameter) {
                           return parameter.param == TLS1_2_VERSION ? "Tls12" : "Tls13";
                         });

TEST_P(AttachKeysTest, AServerPresentsWhatTheManagerChooses) {
  const SslCtxPtr context = server(manage({{"web"}}));
  const SslCtxPtr client_context = client();
  MemoryHandshake handshake(client_context.get(), context.get());
  EXPECT_TRUE(handshake.run());
  EXPECT_EQ(served(handshake), "CN=web");
  EXPECT_EQ(last_error(handshake.server()), std::nullopt);
}

TEST_P(AttachKeysTest, ManyHandshakesDecryptAKeyOnce) {
  const KeyManager manager = manage({{"web"}, {"other"}});
  const SslCtxPtr context = server(manager);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(serve(context.get()), "CN=web");
  EXPECT_EQ(manager.stats().kdf_runs, 1u);
}

TEST_P(AttachKeysTest, TheRequestedNameDecides) {
  const SslCtxPtr context = server(manage({{"a", {.dns_names = {"a.example.com"}}},
                                           {"wild", {.dns_names = {"*.example.com"}}},
                                           {"b", {.dns_names = {"b.example.com"}}}}));
  EXPECT_EQ(serve(context.get(), "B.example.com"), "CN=b");
  EXPECT_EQ(serve(context.get(), "c.example.com"), "CN=wild");
  EXPECT_EQ(serve(context.get(), "other.org"), "CN=a");
}

TEST_P(AttachKeysTest, AnUnknownNameIsRefusedWhereThePolicySaysSo) {
  const SslCtxPtr context =
      server(manage({{"a", {.dns_names = {"a.example.com"}}}}, {.refuse_unknown_names = true}));
  EXPECT_EQ(serve(context.get(), "a.example.com"), "CN=a");
  EXPECT_EQ(serve(context.get(), "b.example.com"), kHandshakeFailure);
}

TEST_P(AttachKeysTest, WithoutAChoiceTheClientGetsHandshakeFailureAndTheReasonIsKept) {
  const SslCtxPtr context = server(manage({{"bad", {}, "unknown"}}));
  const SslCtxPtr client_context = client();
  MemoryHandshake handshake(client_context.get(), context.get());
  EXPECT_FALSE(handshake.run());
  EXPECT_EQ(handshake.alert_to_client(), SSL_AD_HANDSHAKE_FAILURE);
  ASSERT_TRUE(last_error(handshake.server()));
  EXPECT_EQ(last_error(handshake.server())->code, ErrorCode::kWrongPassword);
}

TEST_P(AttachKeysTest, AFixedIdentityOfAnotherKeyTypeNeverWins) {
  const SslCtxPtr context = server(manage({{"ec"}}));
  const auto fixed =
      testing::make_certificate({.common_name = "fixed", .key_type = KeyType::kRsa2048});
  ASSERT_EQ(SSL_CTX_use_certificate(context.get(), fixed.certificate.get()), 1);
  ASSERT_EQ(SSL_CTX_use_PrivateKey(context.get(), fixed.key), 1);
  const SslCtxPtr client_context = client();
  ASSERT_EQ(
      SSL_CTX_set1_sigalgs_list(client_context.get(), "RSA-PSS+SHA256:RSA+SHA256:ECDSA+SHA256"), 1);
  MemoryHandshake handshake(client_context.get(), context.get());
  EXPECT_TRUE(handshake.run());
  EXPECT_EQ(served(handshake), "CN=ec");

  // Nor does it stand in for a choice of nothing.
  ASSERT_EQ(SSL_CTX_set1_sigalgs_list(client_context.get(), "RSA-PSS+SHA256:RSA+SHA256"), 1);
  MemoryHandshake refused(client_context.get(), context.get());
  EXPECT_FALSE(refused.run());
  EXPECT_EQ(served(refused), kHandshakeFailure);
}

TEST_P(AttachKeysTest, NeitherTheRootNorExtraCertificatesOfTheContextAreSent) {
  const auto root = testing::make_certificate({.common_name = "root", .is_ca = true});
  const auto extra = testing::make_certificate({.common_name = "extra", .is_ca = true});
  for (const bool has_issuer : {true, false}) {
    const SslCtxPtr context = server(manage({{"web", {.issuer = has_issuer ? &root : nullptr}}}));
    ASSERT_EQ(SSL_CTX_add1_chain_cert(context.get(), extra.certificate.get()), 1);
    ASSERT_EQ(SSL_CTX_add_extra_chain_cert(context.get(), share(extra.certificate.get()).release()),
              1);
    // The root is in reach, should libssl build a chain.
    X509_STORE_add_cert(SSL_CTX_get_cert_store(context.get()), root.certificate.get());
    const SslCtxPtr client_context = client();
    MemoryHandshake handshake(client_context.get(), context.get());
    EXPECT_TRUE(handshake.run());
    EXPECT_EQ(handshake.chain_at_client().size(), 1u);
  }
}

TEST_P(AttachKeysTest, TheKeyTypeIsOneThatTheClientCanUse) {
  const SslCtxPtr context = server(manage({{"ec"}, {"rsa", {.key_type = KeyType::kRsa2048}}}));
  EXPECT_EQ(serve(context.get()), "CN=ec");
  const SslCtxPtr client_context = client();
  ASSERT_EQ(SSL_CTX_set1_sigalgs_list(client_context.get(), "RSA-PSS+SHA256:RSA+SHA256"), 1);
  MemoryHandshake handshake(client_context.get(), context.get());
  EXPECT_TRUE(handshake.run());
  EXPECT_EQ(served(handshake), "CN=rsa");
}

TEST(AttachKeysTls12Test, CipherSuitesLeaveOnlySomeKeyTypes) {
  const KeyManager manager = manage({{"ec"}, {"rsa", {.key_type = KeyType::kRsa2048}}});
  const SslCtxPtr context = server_with(manager, TLS1_2_VERSION);
  const SslCtxPtr client_context = testing::make_client_context(TLS1_2_VERSION);
  ASSERT_EQ(SSL_CTX_set_cipher_list(client_context.get(), "ECDHE-RSA-AES128-GCM-SHA256"), 1);
  MemoryHandshake handshake(client_context.get(), context.get());
  EXPECT_TRUE(handshake.run());
  EXPECT_EQ(served(handshake), "CN=rsa");
}

TEST(AttachKeysTls12Test, TheCurveOfACertificateIsOneOfTheClientsGroups) {
  const KeyManager manager = manage({{"p384", {.key_type = KeyType::kP384}}, {"p256"}});
  const SslCtxPtr context = server_with(manager, TLS1_2_VERSION);
  const SslCtxPtr client_context = testing::make_client_context(TLS1_2_VERSION);
  ASSERT_EQ(SSL_CTX_set1_groups_list(client_context.get(), "P-256"), 1);
  MemoryHandshake handshake(client_context.get(), context.get());
  EXPECT_TRUE(handshake.run());
  EXPECT_EQ(served(handshake), "CN=p256");
}

class ClientKeysTest : public AttachKeysTest {
 protected:
  // A server with a fixed identity that asks for a certificate of one of `authorities`.
  SslCtxPtr asking_server(const std::vector<const testing::TestCertificate*>& authorities) const {
    SslCtxPtr context = testing::make_server_context(GetParam());
    const auto fixed = testing::make_certificate({.common_name = "server"});
    SSL_CTX_use_certificate(context.get(), fixed.certificate.get());
    SSL_CTX_use_PrivateKey(context.get(), fixed.key);
    SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, [](int, X509_STORE_CTX*) { return 1; });
    for (const auto* authority : authorities) {
      SSL_CTX_add_client_CA(context.get(), authority->certificate.get());
    }
    return context;
  }
};
INSTANTIATE_TEST_SUITE_P(Versions, ClientKeysTest,
                         ::testing::Values(TLS1_2_VERSION, TLS1_3_VERSION),
                         [](const auto& parameter) {
                           return parameter.param == TLS1_2_VERSION ? "Tls12" : "Tls13";
                         });

TEST_P(ClientKeysTest, AClientPresentsACertificateOfARequestedAuthority) {
  const auto wanted = testing::make_certificate({.common_name = "wanted", .is_ca = true});
  const SslCtxPtr server_context = asking_server({&wanted});
  const SslCtxPtr context = client();
  ASSERT_TRUE(attach(context.get(), manage({{"self"}, {"issued", {.issuer = &wanted}}})));
  MemoryHandshake handshake(context.get(), server_context.get());
  EXPECT_TRUE(handshake.run());
  const auto chain = handshake.chain_at_server();
  ASSERT_EQ(chain.size(), 1u) << "the root is not sent";
  EXPECT_EQ(common_name(chain[0]), "CN=issued");
}

TEST_P(ClientKeysTest, WithoutAChoiceAClientSendsNone) {
  const auto wanted = testing::make_certificate({.common_name = "wanted", .is_ca = true});
  const SslCtxPtr server_context = asking_server({&wanted});
  const SslCtxPtr context = client();
  ASSERT_TRUE(attach(context.get(), manage({{"self"}})));
  MemoryHandshake handshake(context.get(), server_context.get());
  EXPECT_TRUE(handshake.run()) << "an empty Certificate is for the server to judge";
  EXPECT_TRUE(handshake.chain_at_server().empty());
  ASSERT_TRUE(last_error(handshake.client()));
  EXPECT_EQ(last_error(handshake.client())->code, ErrorCode::kNoCredential);
}

TEST_P(ClientKeysTest, TheKeyTypeComesFromTheCertificateRequest) {
  const SslCtxPtr server_context = asking_server({});
  ASSERT_EQ(SSL_CTX_set1_client_sigalgs_list(server_context.get(), "RSA-PSS+SHA256:RSA+SHA256"), 1);
  const SslCtxPtr context = client();
  ASSERT_TRUE(attach(context.get(), manage({{"ec"}, {"rsa", {.key_type = KeyType::kRsa2048}}})));
  MemoryHandshake handshake(context.get(), server_context.get());
  EXPECT_TRUE(handshake.run());
  ASSERT_FALSE(handshake.chain_at_server().empty());
  EXPECT_EQ(common_name(handshake.chain_at_server()[0]), "CN=rsa");
}

TEST_P(AttachKeysTest, AResumedSessionNeverAsksTheManager) {
  const KeyManager manager = manage({{"web"}});
  const SslCtxPtr context = server(manager);
  SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_SERVER);
  const SslCtxPtr client_context = client();
  MemoryHandshake first(client_context.get(), context.get());
  ASSERT_TRUE(first.run());
  first.drain();
  const OpenSslPtr<SSL_SESSION, SSL_SESSION_free> session(SSL_get1_session(first.client()));
  const KeyManagerStats before = manager.stats();
  MemoryHandshake second(client_context.get(), context.get());
  SSL_set_session(second.client(), session.get());
  ASSERT_TRUE(second.run());
  EXPECT_EQ(SSL_session_reused(second.client()), 1);
  EXPECT_EQ(manager.stats().hits + manager.stats().misses, before.hits + before.misses);
}

TEST_P(AttachKeysTest, AHandshakeMayWaitForAKeyWithoutBlocking) {
  std::promise<void> woken;
  const HandshakeOptions options{.on_pending = [&](SSL*) { return [&] { woken.set_value(); }; }};
  const SslCtxPtr context = server(manage({{"web"}}), options);
  const SslCtxPtr client_context = client();
  MemoryHandshake handshake(client_context.get(), context.get());
  if (!handshake.run()) {  // unless the background thread was faster
    woken.get_future().wait();
    EXPECT_TRUE(handshake.run());
  }
  EXPECT_EQ(served(handshake), "CN=web");
}

TEST_P(AttachKeysTest, TheKeyMayBeReleasedWhenTheHandshakeIsOver) {
  const KeyManager manager = manage({{"web"}}, {.release_key_after_handshake = true});
  static std::atomic<int> calls;
  calls = 0;
  const SslCtxPtr context = testing::make_server_context(GetParam());
  SSL_CTX_set_info_callback(context.get(), [](const SSL*, int, int) { ++calls; });
  ASSERT_TRUE(attach(context.get(), manager));
  const SslCtxPtr client_context = client();
  MemoryHandshake handshake(client_context.get(), context.get());
  EXPECT_TRUE(handshake.run());
  handshake.drain();
  EXPECT_EQ(served(handshake), "CN=web");
  EXPECT_EQ(SSL_get_certificate(handshake.server()), nullptr);
  EXPECT_EQ(SSL_get_privatekey(handshake.server()), nullptr);
  EXPECT_GT(calls, 0) << "the callback that was there goes on being called";
}

TEST_P(AttachKeysTest, ASecondAttachReplacesTheManagerForNewConnections) {
  const SslCtxPtr context = server(manage({{"first"}}));
  const SslCtxPtr client_context = client();
  MemoryHandshake begun(client_context.get(), context.get());
  ASSERT_TRUE(attach(context.get(), manage({{"second"}})));
  EXPECT_TRUE(begun.run());
  EXPECT_EQ(served(begun), "CN=first");
  EXPECT_EQ(serve(context.get()), "CN=second");
}

TEST(AttachKeysThreadsTest, KeyAndChainNeverMixWhileTheStoreIsReplaced) {
  // The same alias and name, another key each time: a mixture would fail the handshake.
  const std::vector<KeyStore> stores{make_store({{"web", {.key_label = "one"}}}),
                                     make_store({{"web", {.key_label = "two"}}})};
  const LiveKeyStore live(stores[0]);
  const KeyManager manager = KeyManager::create({KeySource::live(live)}).value();
  const SslCtxPtr context = server_with(manager);
  std::atomic<bool> is_over = false;
  std::jthread replacer([&] {
    for (std::size_t i = 1; !is_over; ++i) {
      live.replace(stores[i % 2]);
      std::this_thread::yield();
    }
  });
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      const SslCtxPtr client_context = testing::make_client_context();
      for (int handshakes = 0; handshakes < 25; ++handshakes) {
        MemoryHandshake handshake(client_context.get(), context.get());
        EXPECT_TRUE(handshake.run());
        EXPECT_EQ(served(handshake), "CN=web");
      }
    });
  }
  threads.clear();
  is_over = true;
}

TEST(AttachKeysThreadsTest, EightThreadsDecryptEachKeyOnce) {
  std::vector<StoreEntry> entries;
  for (int i = 0; i < 4; ++i) {
    const std::string name = "n" + std::to_string(i);
    entries.push_back({name, {.dns_names = {name + ".example.com"}}});
  }
  const KeyManager manager = manage(entries, {.prewarm = true});
  const SslCtxPtr context = server_with(manager);
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      const SslCtxPtr client_context = testing::make_client_context();
      for (int k = 0; k < 8; ++k) {
        const std::string name = "n" + std::to_string((i + k) % 4);
        MemoryHandshake handshake(client_context.get(), context.get());
        SSL_set_tlsext_host_name(handshake.client(), (name + ".example.com").c_str());
        EXPECT_TRUE(handshake.run());
        EXPECT_EQ(served(handshake), "CN=" + name);
      }
    });
  }
  threads.clear();
  EXPECT_EQ(manager.stats().kdf_runs, 4u);
}

}  // namespace
}  // namespace keyrack
