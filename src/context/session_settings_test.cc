// SPDX-License-Identifier: Apache-2.0
#include "context/session_settings.h"

#include "context/contexts_for_test.h"
#include "context/sessions_for_test.h"

namespace keyrack {
namespace {

using testing::context_pki;
using testing::EachVersion;
using testing::expect_refused;
using testing::make_context;
using testing::only;
using testing::resumes;
using testing::session_from;

class SessionSettings : public EachVersion {
 protected:
  SecureContext server(SecureContextOptions options) const {
    options.role = Role::kServer;
    options.identities = context_pki().server_options().identities;
    return make_context(only(GetParam(), std::move(options)));
  }
  const SecureContext client = make_context(context_pki().client_options());
};
INSTANTIATE_TEST_SUITE_P(Tls, SessionSettings,
                         ::testing::Values(TlsVersion::kTls1_2, TlsVersion::kTls1_3),
                         testing::name_of_version);

TEST_P(SessionSettings, ResumeByTicketByDefault) {
  const SecureContext context = server({.session_cache = 0});
  const auto session = session_from(client, context);
  ASSERT_TRUE(session);
  EXPECT_EQ(SSL_SESSION_has_ticket(session.get()), 1);
  EXPECT_TRUE(resumes(client, context, session.get()));
}

TEST_P(SessionSettings, ResumeFromTheCacheWithoutTickets) {
  const SecureContext context = server({.tickets = false});
  const auto session = session_from(client, context);
  ASSERT_TRUE(session);
  EXPECT_EQ(SSL_CTX_sess_number(native(context)) > 0, true);
  EXPECT_TRUE(resumes(client, context, session.get()));
}

TEST_P(SessionSettings, WithNeitherNothingResumes) {
  const SecureContext context = server({.session_cache = 0, .tickets = false});
  const auto session = session_from(client, context);
  EXPECT_FALSE(session && resumes(client, context, session.get()));
}

TEST_P(SessionSettings, ATimeoutIsWhatTheClientIsTold) {
  const SecureContext context = server({.session_timeout = std::chrono::seconds(1234)});
  const auto session = session_from(client, context);
  ASSERT_TRUE(session);
  EXPECT_EQ(SSL_SESSION_get_ticket_lifetime_hint(session.get()), 1234u);
}

TEST_P(SessionSettings, AServerThatVerifiesClientsResumesItsOwnSessionsOnly) {
  const SecureContextOptions verifying{.trust = testing::trust_in(context_pki().root),
                                       .client_auth = ClientAuth::kRequest};
  const SecureContext context = server(verifying);
  const auto session = session_from(client, context);
  ASSERT_TRUE(session);
  EXPECT_TRUE(resumes(client, context, session.get()));
  EXPECT_FALSE(resumes(client, server(verifying), session.get()));
}

TEST(TicketCount, IsHowManyAServerSends) {
  for (const std::size_t count : {std::size_t{0}, std::size_t{3}}) {
    SecureContextOptions options = context_pki().server_options();
    options.ticket_count = count;
    EXPECT_EQ(testing::tickets_from(make_context(only(TlsVersion::kTls1_3, options))), count);
  }
  expect_refused({.role = Role::kServer, .ticket_count = 17}, "ticket_count = 17: ");
}

TEST(SessionOptions, OutOfRangeAreRefused) {
  expect_refused({.session_timeout = std::chrono::seconds(0)}, "session_timeout = 0 s: ");
  expect_refused({.session_timeout = std::chrono::hours(24 * 8)}, "session_timeout = 691200 s: ");
  expect_refused({.session_id_context = std::string(33, 'x')}, "session_id_context = 33 bytes: ");
  expect_refused({.role = Role::kServer, .session_cache = std::size_t{1} << 40},
                 "session_cache = 1099511627776: ");
}

TEST(SessionOptions, OfServersAreRefusedInAClient) {
  expect_refused({.session_cache = 10}, "session_cache: is for servers");
  expect_refused({.ticket_count = 1}, "ticket_count: is for servers");
}

}  // namespace
}  // namespace keyrack
