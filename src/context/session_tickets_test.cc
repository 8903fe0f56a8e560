// SPDX-License-Identifier: Apache-2.0
#include "context/session_tickets.h"

#include <algorithm>
#include <fstream>
#include <numeric>

#include "context/contexts_for_test.h"
#include "context/sessions_for_test.h"
#include "context/ticket_keys_state.h"
#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

using testing::context_pki;
using testing::EachVersion;
using testing::expect_refused;
using testing::make_context;
using testing::only;
using testing::resumes;
using testing::session_from;

using Bytes = std::vector<std::uint8_t>;

// A key that begins with `first` and counts on.
Bytes key_bytes(std::uint8_t first, std::size_t size = TicketKey::kOpenSslBytes) {
  Bytes bytes(size);
  std::iota(bytes.begin(), bytes.end(), first);
  return bytes;
}

TicketKeys keys_of(const Bytes& newest, std::chrono::seconds accept_for = std::chrono::hours(1)) {
  return TicketKeys::from_bytes({newest}, accept_for).value();
}

class SessionTickets : public EachVersion {
 protected:
  SecureContext server(const TicketKeys& keys) const {
    SecureContextOptions options = context_pki().server_options();
    options.session_cache = 0;
    options.ticket_keys = keys;
    return make_context(only(GetParam(), options));
  }
  const SecureContext client = make_context(context_pki().client_options());
};
INSTANTIATE_TEST_SUITE_P(Tls, SessionTickets,
                         ::testing::Values(TlsVersion::kTls1_2, TlsVersion::kTls1_3),
                         testing::name_of_version);

TEST_P(SessionTickets, OfBothSizesOfKeyResume) {
  for (const std::size_t size : {TicketKey::kNodeBytes, TicketKey::kOpenSslBytes}) {
    const SecureContext context = server(keys_of(key_bytes(1, size)));
    const auto session = session_from(client, context);
    ASSERT_TRUE(session) << size;
    EXPECT_TRUE(resumes(client, context, session.get())) << size;
  }
}

TEST_P(SessionTickets, ResumeAcrossContextsThatShareKeysAndOnlyThere) {
  const TicketKeys shared = keys_of(key_bytes(1));
  const auto session = session_from(client, server(shared));
  ASSERT_TRUE(session);
  EXPECT_TRUE(resumes(client, server(shared), session.get()));
  EXPECT_TRUE(resumes(client, server(keys_of(key_bytes(1))), session.get()));
  EXPECT_FALSE(resumes(client, server(keys_of(key_bytes(2))), session.get()));
  EXPECT_FALSE(resumes(client, server(TicketKeys::generate().value()), session.get()));
}

TEST_P(SessionTickets, OfAnOlderKeyResumeAndAreRenewed) {
  const TicketKeys keys = keys_of(key_bytes(1));
  const SecureContext context = server(keys);
  const auto session = session_from(client, context);
  ASSERT_TRUE(session);
  ASSERT_TRUE(keys.rotate(key_bytes(2)));
  const std::uint64_t issued = keys.stats().issued;
  EXPECT_TRUE(resumes(client, context, session.get()));
  EXPECT_EQ(keys.stats().renewed, 1u);
  EXPECT_GT(keys.stats().issued, issued);
  EXPECT_EQ(keys.stats().keys, 2u);
  // The new ticket is of the new key, which alone would open it.
  const auto renewed = session_from(client, context);
  EXPECT_TRUE(resumes(client, server(keys_of(key_bytes(2))), renewed.get()));
}

TEST_P(SessionTickets, OfARetiredKeyAreRefused) {
  const TicketKeys keys = keys_of(key_bytes(1));
  const SecureContext context = server(keys);
  const auto session = session_from(client, context);
  ASSERT_TRUE(session);
  ASSERT_TRUE(keys.rotate(key_bytes(2)));
  ASSERT_TRUE(keys.retire_older());
  EXPECT_FALSE(resumes(client, context, session.get()));
  EXPECT_EQ(keys.stats().unknown, 1u);
}

TEST_P(SessionTickets, KeysInOpenSslsLayoutAreThoseOfOpenSsl) {
  const Bytes bytes = key_bytes(7);
  const SecureContext plain = make_context(only(GetParam(), context_pki().server_options()));
  Bytes copy = bytes;
  ASSERT_EQ(SSL_CTX_set_tlsext_ticket_keys(native(plain), copy.data(), copy.size()), 1);
  const auto session = session_from(client, plain);
  ASSERT_TRUE(session);
  EXPECT_TRUE(resumes(client, server(keys_of(bytes)), session.get()));
}

TEST_P(SessionTickets, FollowTheirFiles) {
  const testing::TemporaryFolder folder;
  const auto write = [&](const char* name, const Bytes& bytes) {
    std::ofstream(folder.path() / name, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    return folder.path() / name;
  };
  ReloadOptions by_hand;
  by_hand.automatic = false;
  const auto newest = write("newest", key_bytes(1));
  const auto older = write("older", key_bytes(100));
  const TicketKeys keys = TicketKeys::from_files({newest, older}, by_hand).value();
  const SecureContext context = server(keys);
  const auto session = session_from(client, context);
  ASSERT_TRUE(session);
  EXPECT_TRUE(resumes(client, context, session.get()));

  EXPECT_FALSE(keys.rotate(key_bytes(3)));
  write("newest", key_bytes(2));
  write("older", key_bytes(1));
  ASSERT_EQ(keys.refresh().outcome, ReloadOutcome::kPublished);
  EXPECT_TRUE(resumes(client, context, session.get()));

  write("newest", Bytes(10));
  EXPECT_EQ(keys.refresh().outcome, ReloadOutcome::kFailed);
  EXPECT_TRUE(resumes(client, context, session.get()));

  write("newest", key_bytes(3));
  write("older", key_bytes(2));
  ASSERT_EQ(keys.refresh().outcome, ReloadOutcome::kPublished);
  EXPECT_FALSE(resumes(client, context, session.get()));
}

TEST(TicketKeyOption, IsForServersWithTickets) {
  const TicketKeys keys = keys_of(key_bytes(1));
  expect_refused({.ticket_keys = keys}, "ticket_keys: is for servers");
  expect_refused({.role = Role::kServer, .tickets = false, .ticket_keys = keys},
                 "ticket_keys: is for tickets, which are switched off");
}

TEST(TicketKeyOption, RefusesKeysOfAnotherSizeAndTwoOfOneName) {
  const Bytes one = key_bytes(1);
  const Bytes odd = key_bytes(1, 64);
  EXPECT_EQ(TicketKeys::from_bytes({odd}).error().message,
            "ticket_keys = 64 bytes: a key has 48 (Node.js) or 80 (OpenSSL) bytes");
  EXPECT_FALSE(TicketKeys::from_bytes({}));
  EXPECT_FALSE(TicketKeys::from_bytes({one, one}));
  EXPECT_FALSE(TicketKeys::from_bytes(std::vector<std::span<const std::uint8_t>>(65, one)));
  EXPECT_FALSE(keys_of(one).rotate(one));
}

// A schedule whose time the test decides about.
struct Scheduled {
  std::shared_ptr<TicketKeyRing::Time> now = std::make_shared<TicketKeyRing::Time>();
  TicketKeys::State state{
      TicketKeyRing::from_entries({{TicketKey::random().value()}}).value(),
      {.schedule = {.rotate_every = std::chrono::hours(2), .accept_for = std::chrono::hours(3)},
       .is_scheduled = true,
       .clock = [now = now] { return *now; }}};
};

TEST(TicketKeySchedule, RotatesByItselfAndRetiresWhatIsOver) {
  Scheduled scheduled;
  const auto first = scheduled.state.ring();
  *scheduled.now += std::chrono::hours(2) - std::chrono::seconds(1);
  EXPECT_EQ(scheduled.state.ring(), first);

  *scheduled.now += std::chrono::seconds(1);
  const auto second = scheduled.state.ring();
  ASSERT_EQ(second->entries().size(), 2u);
  EXPECT_NE(&second->newest(), &first->newest());
  EXPECT_EQ(second->find(first->newest().name()), &first->newest());

  *scheduled.now += std::chrono::hours(3);  // the first retires as the third is made
  const auto third = scheduled.state.ring();
  ASSERT_EQ(third->entries().size(), 2u);
  EXPECT_EQ(third->find(first->newest().name()), nullptr);
  EXPECT_NE(third->find(second->newest().name()), nullptr);
}

TEST(TicketKeySchedule, ARetiredKeyIsLetGo) {
  Scheduled scheduled;
  const std::weak_ptr<const TicketKey> first = scheduled.state.ring()->entries().front().key;
  *scheduled.now += std::chrono::hours(2);
  static_cast<void>(scheduled.state.ring());
  EXPECT_FALSE(first.expired());
  *scheduled.now += std::chrono::hours(3);
  static_cast<void>(scheduled.state.ring());
  EXPECT_TRUE(first.expired());
}

TEST(TicketKeySchedule, OfNoTimeIsRefused) {
  EXPECT_FALSE(TicketKeys::generate({.rotate_every = std::chrono::seconds(0)}));
  EXPECT_FALSE(TicketKeys::generate({.accept_for = std::chrono::seconds(-1)}));
}

}  // namespace
}  // namespace keyrack
