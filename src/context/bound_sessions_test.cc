// SPDX-License-Identifier: Apache-2.0
#include "context/bound_sessions.h"

#include <atomic>
#include <thread>

#include "context/contexts_for_test.h"
#include "context/sessions_for_test.h"
#include "tests/support/memory_handshake.h"

namespace keyrack {
namespace {

using testing::context_pki;
using testing::EachVersion;
using testing::Handshake;
using testing::make_certificate;
using testing::make_context;
using testing::only;
using testing::resumes;
using testing::session_from;
using testing::shake_hands;
using testing::TestCertificate;

// Servers that ask for client certificates of an authority that may be removed.
class BoundSessions : public EachVersion {
 protected:
  const TestCertificate authority =
      make_certificate({.common_name = "Client authority", .is_ca = true});
  const TestCertificate other = make_certificate({.common_name = "Other authority", .is_ca = true});
  const TestCertificate visitor =
      make_certificate({.common_name = "visitor", .issuer = &authority});
  const LiveTrustStore trust{testing::trust_in(authority)};
  const TicketKeys keys = TicketKeys::generate().value();

  SecureContextOptions options() const {
    SecureContextOptions serving = only(GetParam(), context_pki().server_options());
    serving.trust = trust;
    serving.client_auth = ClientAuth::kRequire;
    return serving;
  }
  // Two of these share sessions.
  SecureContextOptions sharing() const {
    SecureContextOptions serving = options();
    serving.session_id_context = "shop";
    serving.ticket_keys = keys;
    return serving;
  }
  SecureContext client() const {
    SecureContextOptions calling = context_pki().client_options();
    calling.identities = {testing::identity_of(visitor)};
    return make_context(calling);
  }
  // Whether `session` gets its client in.
  static bool admits(const SecureContext& client, const SecureContext& server,
                     SSL_SESSION* session) {
    const testing::SessionPtr copy(SSL_SESSION_dup(session));
    return shake_hands(native(client), native(server),
                       [&](SSL* ssl) {
                         testing::call_host(ssl, "localhost");
                         SSL_set_session(ssl, copy.get());
                       })
        .is_connected;
  }
};
INSTANTIATE_TEST_SUITE_P(Tls, BoundSessions,
                         ::testing::Values(TlsVersion::kTls1_2, TlsVersion::kTls1_3),
                         testing::name_of_version);

TEST_P(BoundSessions, RemovingAClientAuthorityMakesItsOldTicketsUseless) {
  const SecureContext server = make_context(options());
  const SecureContext visiting = client();
  const auto session = session_from(visiting, server);
  ASSERT_TRUE(session);
  ASSERT_EQ(SSL_SESSION_has_ticket(session.get()), 1);
  EXPECT_TRUE(resumes(visiting, server, session.get()));

  trust.replace(testing::trust_in(other));
  EXPECT_FALSE(admits(visiting, server, session.get()));
  trust.replace(testing::trust_in(authority));
  EXPECT_TRUE(resumes(visiting, server, session.get()));
}

TEST_P(BoundSessions, ThoseOfTheSessionCacheToo) {
  SecureContextOptions serving = options();
  serving.tickets = false;
  const SecureContext server = make_context(serving);
  const SecureContext visiting = client();
  const auto session = session_from(visiting, server);
  ASSERT_TRUE(session);
  EXPECT_TRUE(resumes(visiting, server, session.get()));
  trust.replace(testing::trust_in(other));
  EXPECT_FALSE(admits(visiting, server, session.get()));
}

TEST_P(BoundSessions, AddingAnAuthorityAsksForAFullHandshake) {
  const SecureContext server = make_context(options());
  const SecureContext visiting = client();
  const auto session = session_from(visiting, server);
  ASSERT_TRUE(session);
  trust.replace(
      TrustStore::merge(std::vector{testing::trust_in(authority), testing::trust_in(other)}));
  EXPECT_FALSE(resumes(visiting, server, session.get()));
}

TEST_P(BoundSessions, AreSharedByContextsOfOneIdAndEqualTrustOnly) {
  const SecureContext visiting = client();
  const auto session = session_from(visiting, make_context(sharing()));
  ASSERT_TRUE(session);
  EXPECT_TRUE(resumes(visiting, make_context(sharing()), session.get()));

  SecureContextOptions equal = sharing();
  equal.trust = testing::trust_in(authority);
  EXPECT_TRUE(resumes(visiting, make_context(equal), session.get()));

  SecureContextOptions wider = sharing();
  wider.extra_trust = {testing::trust_in(other)};
  EXPECT_FALSE(resumes(visiting, make_context(wider), session.get()));

  SecureContextOptions elsewhere = sharing();
  elsewhere.session_id_context = "bank";
  EXPECT_FALSE(resumes(visiting, make_context(elsewhere), session.get()));
}

TEST_P(BoundSessions, OfAClientWithoutACertificateDoNotPassWhereOneIsRequired) {
  SecureContextOptions asking = sharing();
  asking.client_auth = ClientAuth::kRequest;
  const SecureContext nobody = make_context(context_pki().client_options());
  const auto session = session_from(nobody, make_context(asking));
  ASSERT_TRUE(session);
  EXPECT_FALSE(admits(nobody, make_context(sharing()), session.get()));
}

TEST_P(BoundSessions, OfManyThreadsSeeTrustAndKeysChangeUnderThem) {
  const SecureContext server = make_context(sharing());
  const SecureContext visiting = client();
  std::atomic<int> connected = 0;
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&] {
        for (int round = 0; round < 10; ++round) {
          testing::MemoryHandshake hands(SslPtr(release(visiting.connect_to("localhost").value())),
                                         native(server));
          if (hands.run()) ++connected;
          hands.drain();
        }
      });
    }
    const TrustStore both =
        TrustStore::merge(std::vector{testing::trust_in(authority), testing::trust_in(other)});
    for (int change = 0; change < 20; ++change) {
      trust.replace(change % 2 == 0 ? both : testing::trust_in(authority));
      static_cast<void>(
          keys.rotate(std::vector<std::uint8_t>(80, static_cast<std::uint8_t>(change))));
    }
  }
  EXPECT_EQ(connected, 4 * 10);
}

TEST_P(BoundSessions, AnnounceTheAuthoritiesOfTheMoment) {
  const SecureContext server = make_context(options());
  const auto announced = [&] {
    const Handshake hands = shake_hands(native(client()), native(server));
    const STACK_OF(X509_NAME)* names = SSL_get0_peer_CA_list(hands.client.ssl());
    if (sk_X509_NAME_num(names) != 1) return std::string("not one");
    std::array<char, 200> text{};
    X509_NAME_oneline(sk_X509_NAME_value(names, 0), text.data(), text.size());
    return std::string(text.data());
  };
  EXPECT_EQ(announced(), "/CN=Client authority");
  trust.replace(testing::trust_in(other));
  EXPECT_EQ(announced(), "/CN=Other authority");
  trust.replace(testing::trust_in(authority));
  EXPECT_EQ(announced(), "/CN=Client authority");
}

}  // namespace
}  // namespace keyrack
