// SPDX-License-Identifier: Apache-2.0
#include "context/server_names.h"

#include "context/contexts_for_test.h"
#include "keys/key_stores_for_test.h"
#include "tests/support/memory_handshake.h"

namespace keyrack {
namespace {

using testing::context_pki;
using testing::expect_refused;
using testing::make_context;
using testing::MemoryHandshake;

constexpr int kServed = 0;

// The alert that a client that asks for `name` gets.
int alert_for(const SecureContext& context, const char* name) {
  const SslCtxPtr client = testing::make_client_context();
  MemoryHandshake handshake(client.get(), native(context));
  if (name != nullptr) SSL_set_tlsext_host_name(handshake.client(), name);
  const bool is_done = handshake.run();
  return is_done ? kServed : handshake.alert_to_client();
}

TEST(UnknownNames, AreServedByDefault) {
  const SecureContext context = make_context(context_pki().server_options());
  EXPECT_EQ(alert_for(context, "unknown.org"), kServed);
}

TEST(UnknownNames, AreRefusedOfFixedIdentitiesWhereAskedFor) {
  SecureContextOptions options = context_pki().server_options();
  options.unknown_name = UnknownName::kRefuse;
  const SecureContext context = make_context(options);
  EXPECT_EQ(alert_for(context, "localhost"), kServed);
  EXPECT_EQ(alert_for(context, "LocalHost."), kServed);
  EXPECT_EQ(alert_for(context, "www.example.com"), kServed);
  EXPECT_EQ(alert_for(context, nullptr), kServed);
  EXPECT_EQ(alert_for(context, "unknown.org"), SSL_AD_UNRECOGNIZED_NAME);
}

TEST(UnknownNames, OfTheManagerMayBeAnIdentitysAndTheOtherWayRound) {
  SecureContextOptions options = context_pki().server_options();
  options.unknown_name = UnknownName::kRefuse;
  options.keys =
      KeyManager::create(
          {KeySource::store(testing::make_store({{"managed", {.dns_names = {"managed.org"}}}}))})
          .value();
  const SecureContext context = make_context(options);
  EXPECT_EQ(alert_for(context, "localhost"), kServed);
  EXPECT_EQ(alert_for(context, "managed.org"), kServed);
  EXPECT_EQ(alert_for(context, "unknown.org"), SSL_AD_UNRECOGNIZED_NAME);
}

TEST(UnknownNames, CannotBeRefusedWithoutACertificateOrByAClient) {
  expect_refused({.role = Role::kServer, .unknown_name = UnknownName::kRefuse},
                 "unknown_name = kRefuse: no certificate");
  expect_refused({.unknown_name = UnknownName::kRefuse}, "unknown_name = kRefuse: is for servers");
}

}  // namespace
}  // namespace keyrack
