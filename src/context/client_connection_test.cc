// SPDX-License-Identifier: Apache-2.0
#include <keyrack/client_connection.h>

#include "context/contexts_for_test.h"
#include "context/sessions_for_test.h"
#include "tests/support/memory_handshake.h"

namespace keyrack {
namespace {

using testing::context_pki;
using testing::EachVersion;
using testing::make_context;
using testing::MemoryHandshake;
using testing::only;
using testing::SessionPtr;

// What came of a connection to `server`.
struct Outcome {
  bool is_connected = false;
  long verdict = 0;
  bool was_offered = false;
  bool was_resumed = false;
  std::string asked_name = {};
  std::string alpn = {};
  SessionPtr session = nullptr;
};

Outcome connect(Result<ClientConnection> connection, const SecureContext& server,
                SSL_SESSION* offered = nullptr) {
  Outcome outcome;
  const SessionPtr copy(offered == nullptr ? nullptr : SSL_SESSION_dup(offered));
  outcome.was_offered = copy && offer(*connection, copy.get());
  MemoryHandshake hands(SslPtr(release(std::move(*connection))), native(server));
  outcome.is_connected = hands.run();
  hands.drain();
  outcome.verdict = SSL_get_verify_result(hands.client());
  outcome.was_resumed = SSL_session_reused(hands.client()) == 1;
  if (const char* name = SSL_get_servername(hands.server(), TLSEXT_NAMETYPE_host_name)) {
    outcome.asked_name = name;
  }
  const unsigned char* protocol = nullptr;
  unsigned size = 0;
  SSL_get0_alpn_selected(hands.client(), &protocol, &size);
  outcome.alpn.assign(reinterpret_cast<const char*>(protocol), size);
  SSL_shutdown(hands.client());
  SSL_shutdown(hands.server());
  outcome.session.reset(SSL_get1_session(hands.client()));
  return outcome;
}

class ClientConnections : public EachVersion {
 protected:
  const SecureContext server = make_context(only(GetParam(), context_pki().server_options()));
  const SecureContext client = make_context(context_pki().client_options());
};
INSTANTIATE_TEST_SUITE_P(Tls, ClientConnections,
                         ::testing::Values(TlsVersion::kTls1_2, TlsVersion::kTls1_3),
                         testing::name_of_version);

TEST_P(ClientConnections, AskForTheNameAndVerifyIt) {
  const Outcome good = connect(client.connect_to("WWW.example.com."), server);
  EXPECT_TRUE(good.is_connected);
  EXPECT_EQ(good.asked_name, "www.example.com");
  const Outcome bad = connect(client.connect_to("example.org"), server);
  EXPECT_FALSE(bad.is_connected);
  EXPECT_EQ(bad.verdict, X509_V_ERR_HOSTNAME_MISMATCH);
}

TEST_P(ClientConnections, VerifyAddressesAndAskForNoName) {
  for (const char* address : {"127.0.0.1", "::1", "[::1]"}) {
    const Outcome good = connect(client.connect_to(address), server);
    EXPECT_TRUE(good.is_connected) << address;
    EXPECT_EQ(good.asked_name, "");
  }
  EXPECT_EQ(connect(client.connect_to("127.0.0.2"), server).verdict,
            X509_V_ERR_IP_ADDRESS_MISMATCH);
}

TEST_P(ClientConnections, ToAnybodyStillVerifyTheChain) {
  EXPECT_TRUE(connect(client.insecurely_connect_to_anybody(), server).is_connected);
  const SecureContext stranger = make_context({.trust = TrustStore::empty()});
  EXPECT_FALSE(connect(stranger.insecurely_connect_to_anybody(), server).is_connected);
}

TEST_P(ClientConnections, ResumeWhatTheyMadeForTheSamePeer) {
  const Outcome first = connect(client.connect_to("localhost"), server);
  ASSERT_TRUE(first.session);
  const Outcome again = connect(client.connect_to("localhost"), server, first.session.get());
  EXPECT_TRUE(again.was_offered);
  EXPECT_TRUE(again.was_resumed);
  const Outcome other = connect(client.connect_to("www.example.com"), server, first.session.get());
  EXPECT_FALSE(other.was_offered);
  EXPECT_TRUE(other.is_connected);
  const Outcome anybody =
      connect(client.insecurely_connect_to_anybody(), server, first.session.get());
  EXPECT_FALSE(anybody.was_offered);
}

TEST_P(ClientConnections, OfferNoSessionOfAnotherTrust) {
  const auto other = testing::make_certificate({.common_name = "another root", .is_ca = true});
  LiveTrustStore trust(testing::trust_in(context_pki().root));
  const SecureContext following = make_context({.trust = trust});
  const Outcome first = connect(following.connect_to("localhost"), server);
  ASSERT_TRUE(first.session);
  EXPECT_TRUE(connect(following.connect_to("localhost"), server, first.session.get()).was_resumed);
  // Of an equal trust, in another context.
  EXPECT_TRUE(connect(client.connect_to("localhost"), server, first.session.get()).was_resumed);

  trust.replace(testing::trust_in(other));
  const Outcome after = connect(following.connect_to("localhost"), server, first.session.get());
  EXPECT_FALSE(after.was_offered);
  EXPECT_FALSE(after.is_connected);
  EXPECT_EQ(after.verdict, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY);
}

TEST_P(ClientConnections, KeepTheTrustTheyWereMadeWith) {
  LiveTrustStore trust(testing::trust_in(context_pki().root));
  const SecureContext following = make_context({.trust = trust});
  auto connection = following.connect_to("localhost");
  trust.replace(TrustStore::empty());
  EXPECT_TRUE(connect(std::move(connection), server).is_connected);
  EXPECT_FALSE(connect(following.connect_to("localhost"), server).is_connected);
}

TEST(ClientConnection, OffersTheContextsProtocolsOrItsOwn) {
  SecureContextOptions serving = context_pki().server_options();
  serving.alpn = {"h2", "http/1.1"};
  SecureContextOptions calling = context_pki().client_options();
  calling.alpn = {"h2"};
  const SecureContext server = make_context(serving);
  const SecureContext client = make_context(calling);
  EXPECT_EQ(connect(client.connect_to("localhost"), server).alpn, "h2");
  EXPECT_EQ(connect(client.connect_to("localhost", {.alpn = {"http/1.1"}}), server).alpn,
            "http/1.1");
  EXPECT_FALSE(client.connect_to("localhost", {.alpn = {""}}));
}

TEST(ClientConnection, CannotBeMadeWithoutAPeerOrByAServer) {
  const SecureContext client = make_context({});
  EXPECT_EQ(client.connect_to("").error().code, ErrorCode::kBadOption);
  EXPECT_EQ(client.connect_to("a b").error().message,
            "host = \"a b\": neither a DNS name in A-labels nor an address");
  EXPECT_EQ(client.connect_to("localhost")->peer(), "localhost");
  EXPECT_FALSE(make_context(context_pki().server_options()).connect_to("localhost"));
}

}  // namespace
}  // namespace keyrack
