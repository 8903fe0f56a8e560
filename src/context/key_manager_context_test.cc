// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <keyrack/openssl.h>
#include <keyrack/secure_context.h>

#include "keys/client_hello_for_test.h"
#include "keys/key_stores_for_test.h"
#include "tests/support/memory_handshake.h"

namespace keyrack {
namespace {

using testing::make_store;
using testing::MemoryHandshake;

KeyManager manage(const std::vector<testing::StoreEntry>& entries,
                  const KeyManagerOptions& options = {}) {
  return KeyManager::create({KeySource::store(make_store(entries))}, options).value();
}

// Shakes hands with `context` as a client that asks for `name`: the leaf's subject, or the alert.
std::string served(const SecureContext& context, const std::string& name,
                   const char* signatures = "ECDSA+SHA256:RSA-PSS+SHA256:RSA+SHA256") {
  const SslCtxPtr client = testing::make_client_context();
  SSL_CTX_set1_sigalgs_list(client.get(), signatures);
  MemoryHandshake handshake(client.get(), native(context));
  SSL_set_tlsext_host_name(handshake.client(), name.c_str());
  handshake.run();
  const auto chain = handshake.chain_at_client();
  if (chain.empty()) return "alert " + std::to_string(handshake.alert_to_client());
  return Certificate::from_der(chain[0]).value().subject();
}

TEST(KeyManagerContextTest, AServerPresentsWhatItsManagerChooses) {
  const auto context =
      SecureContext::create({.role = Role::kServer, .keys = manage({{"web"}})}).value();
  EXPECT_EQ(served(context, "web"), "CN=web");
}

TEST(KeyManagerContextTest, UnknownNamesAreRefusedByTheirOwnAlertWhereThePolicySaysSo) {
  const auto context =
      SecureContext::create({.role = Role::kServer,
                             .keys = manage({{"web", {.dns_names = {"*.example.com"}}}},
                                            {.refuse_unknown_names = true})})
          .value();
  EXPECT_EQ(served(context, "a.example.com"), "CN=web");
  EXPECT_EQ(served(context, "b.org"), "alert " + std::to_string(SSL_AD_UNRECOGNIZED_NAME));
}

TEST(KeyManagerContextTest, FixedIdentitiesAreForWhenTheManagerHasNone) {
  const auto fixed =
      testing::make_certificate({.common_name = "fixed", .key_type = testing::KeyType::kRsa2048});
  const auto identity = Identity::from_pem(fixed.pem() + fixed.key_pem()).value();
  const auto context =
      SecureContext::create(
          {.role = Role::kServer, .identities = {identity}, .keys = manage({{"ec"}})})
          .value();
  EXPECT_EQ(served(context, "any.org"), "CN=ec");
  EXPECT_EQ(served(context, "any.org", "RSA-PSS+SHA256:RSA+SHA256"), "CN=fixed");
}

TEST(KeyManagerContextTest, SignatureAlgorithmsCertIsHeededWhoeverElseReadsTheClientHello) {
  const auto root = testing::make_certificate(
      {.common_name = "RSA root", .key_type = testing::KeyType::kRsa2048, .is_ca = true});
  const KeyManager manager = manage({{"by-ec"}, {"by-rsa", {.issuer = &root}}});
  for (const ClientAuth client_auth : {ClientAuth::kNone, ClientAuth::kRequire}) {
    SecureContextOptions options{.role = Role::kServer, .keys = manager};
    options.client_auth = client_auth;
    if (client_auth != ClientAuth::kNone) options.trust = TrustStore::bundled();
    const auto context = SecureContext::create(options);
    ASSERT_TRUE(context) << context.error().describe();
    EXPECT_EQ(testing::presented_to(testing::with_certificate_algorithms(testing::kRsaPkcs1Sha256),
                                    native(*context)),
              "by-rsa");
  }
}

}  // namespace
}  // namespace keyrack
