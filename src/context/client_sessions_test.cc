// SPDX-License-Identifier: Apache-2.0
#include "context/client_sessions.h"

#include "context/contexts_for_test.h"
#include "context/sessions_for_test.h"
#include "keys/key_stores_for_test.h"

namespace keyrack {
namespace {

using testing::context_pki;
using testing::EachVersion;
using testing::make_context;
using testing::only;
using testing::resumes;
using testing::session_from;

// Clients whose SSLs and sessions the program handles by itself.
class ClientSessions : public EachVersion {
 protected:
  const SecureContext server = make_context(only(GetParam(), context_pki().server_options()));
  const LiveTrustStore trust{testing::trust_in(context_pki().root)};

  // The same authority and another one.
  static TrustStore wider() {
    const auto other = testing::make_certificate({.common_name = "another root", .is_ca = true});
    return TrustStore::merge(
        std::vector{testing::trust_in(context_pki().root), testing::trust_in(other)});
  }
};
INSTANTIATE_TEST_SUITE_P(Tls, ClientSessions,
                         ::testing::Values(TlsVersion::kTls1_2, TlsVersion::kTls1_3),
                         testing::name_of_version);

TEST_P(ClientSessions, OfAnotherTrustAreNotOffered) {
  const SecureContext client = make_context({.trust = trust});
  const auto session = session_from(client, server);
  ASSERT_TRUE(session);
  EXPECT_TRUE(resumes(client, server, session.get()));
  trust.replace(wider());
  EXPECT_FALSE(resumes(client, server, session.get()));
}

TEST_P(ClientSessions, OfAContextWithOtherRulesAreNotOffered) {
  const auto session = session_from(make_context({.trust = trust}), server);
  ASSERT_TRUE(session);
  EXPECT_TRUE(resumes(make_context({.trust = trust}), server, session.get()));
  const SecureContext partial = make_context({.trust = trust, .allow_partial_trust_chain = true});
  EXPECT_FALSE(resumes(partial, server, session.get()));
}

TEST_P(ClientSessions, AreCheckedBesideAManagerThatReleasesItsKeys) {
  const auto keys = KeyManager::create({KeySource::store(testing::make_store({{"me"}}))},
                                       {.release_key_after_handshake = true})
                        .value();
  const SecureContext client = make_context({.trust = trust, .keys = keys});
  const auto session = session_from(client, server);
  ASSERT_TRUE(session);
  EXPECT_TRUE(resumes(client, server, session.get()));
  trust.replace(wider());
  EXPECT_FALSE(resumes(client, server, session.get()));
}

TEST_P(ClientSessions, OfAnotherPeerAreNotOffered) {
  const SecureContext client = make_context({.trust = trust});
  const auto session = session_from(client, server);
  ASSERT_TRUE(session);
  const auto hands = testing::shake_hands(native(client), native(server), [&](SSL* ssl) {
    testing::call_host(ssl, "www.example.com");
    SSL_set_session(ssl, session.get());
  });
  EXPECT_TRUE(hands.is_connected);
  EXPECT_EQ(SSL_session_reused(hands.client.ssl()), 0);
}

}  // namespace
}  // namespace keyrack
