// SPDX-License-Identifier: Apache-2.0
#include <keyrack/secure_context_cache.h>

#include <algorithm>
#include <functional>
#include <thread>

#include "context/contexts_for_test.h"
#include "context/options_digest.h"
#include "keys/key_stores_for_test.h"
#include "tests/support/pkcs12_maker.h"

namespace keyrack {
namespace {

using testing::context_pki;

bool is_same(const SecureContext& a, const SecureContext& b) { return native(a) == native(b); }

SecureContextOptions equal_options() {
  SecureContextOptions options = context_pki().server_options();
  options.trust = testing::trust_in(context_pki().root);
  options.client_auth = ClientAuth::kRequire;
  options.ciphers = "ECDHE-ECDSA-AES128-GCM-SHA256";
  options.alpn = {"h2", "http/1.1"};
  return options;
}

TEST(SecureContextCache, GivesEqualOptionsTheSameContextWhileItIsHeld) {
  const SecureContextCache cache;
  const SecureContextOptions options = equal_options();  // holds the index of its trust
  {
    const SecureContext first = cache.get(options).value();
    EXPECT_TRUE(is_same(first, cache.get(equal_options()).value()));
    EXPECT_EQ(cache.stats().hits, 1u);
    EXPECT_EQ(cache.stats().misses, 1u);
  }
  const SecureContext later = cache.get(equal_options()).value();
  EXPECT_EQ(cache.stats().misses, 2u);
  EXPECT_EQ(cache.stats().contexts, 1u);
}

TEST(SecureContextCache, KeepsNoFailure) {
  const SecureContextCache cache;
  EXPECT_FALSE(cache.get({.ciphers = "NONE"}));
  EXPECT_FALSE(cache.get({.ciphers = "NONE"}));
  EXPECT_EQ(cache.stats().misses, 2u);
  EXPECT_EQ(cache.stats().contexts, 0u);
}

TEST(SecureContextCache, IsBounded) {
  const SecureContextCache cache(1);
  const SecureContext one = cache.get({.ciphers = "AES128-SHA"}).value();
  const SecureContext two = cache.get({.ciphers = "AES256-SHA"}).value();
  EXPECT_FALSE(is_same(two, cache.get({.ciphers = "AES256-SHA"}).value()));
  EXPECT_EQ(cache.stats().contexts, 1u);
  EXPECT_EQ(cache.stats().not_kept, 2u);
}

TEST(SecureContextCache, MakesRoomWhereNobodyHoldsAContext) {
  const SecureContextCache cache(1);
  static_cast<void>(cache.get({.ciphers = "AES128-SHA"}));
  const SecureContext two = cache.get({.ciphers = "AES256-SHA"}).value();
  EXPECT_TRUE(is_same(two, cache.get({.ciphers = "AES256-SHA"}).value()));
}

TEST(SecureContextCache, GivesThreadsOneContext) {
  const SecureContextCache cache;
  std::vector<std::optional<SecureContext>> got(8);
  {
    std::vector<std::jthread> threads;
    for (auto& mine : got) {
      threads.emplace_back([&] { mine = cache.get(equal_options()).value(); });
    }
  }
  for (const auto& mine : got) EXPECT_TRUE(is_same(*mine, *got.front()));
}

// Each changes one option.
TEST(OptionsDigest, SeesEveryOption) {
  const std::vector<std::uint8_t> bytes{1, 2, 3};
  const LiveTrustStore live(testing::trust_in(context_pki().root));
  const auto keys = TicketKeys::generate().value();
  const LibCtxPtr library(OSSL_LIB_CTX_new());
  using Change = std::function<void(SecureContextOptions&)>;
  const std::vector<Change> changes{
      [](auto& options) { options.role = Role::kClient; },
      [](auto& options) { options.trust = TrustStore::empty(); },
      [&](auto& options) { options.trust = live; },
      [](auto& options) { options.trust.reset(); },
      [](auto& options) { options.extra_trust = {TrustStore::bundled()}; },
      [](auto& options) { options.allow_partial_trust_chain = true; },
      [](auto& options) { options.identities.clear(); },
      [](auto& options) { options.identities = {testing::identity_of(context_pki().rsa_server)}; },
      [&](auto& options) { options.pkcs12 = Pkcs12Identity{bytes, Password("a")}; },
      [&](auto& options) { options.pkcs12 = Pkcs12Identity{bytes, Password("b")}; },
      [&](auto& options) { options.pkcs12 = Pkcs12Identity{bytes, Password("")}; },
      [&](auto& options) { options.pkcs12 = Pkcs12Identity{bytes, Password()}; },
      [](auto& options) { options.trust_pkcs12_extras = true; },
      [](auto& options) {
        options.keys = KeyManager::create({KeySource::store(testing::make_store({{"k"}}))}).value();
      },
      [&](auto& options) { options.ocsp_responses = {bytes}; },
      [](auto& options) { options.security_level = 0; },
      [](auto& options) { options.openssl_options = 1; },
      [](auto& options) { options.min_version = TlsVersion::kTls1_2; },
      [](auto& options) { options.max_version = TlsVersion::kTls1_2; },
      [](auto& options) { options.ciphers = "x"; },
      [](auto& options) { options.ciphersuites = "x"; },
      [](auto& options) { options.groups = "x"; },
      [](auto& options) { options.sigalgs = "x"; },
      [](auto& options) { options.dh = "x"; },
      [](auto& options) { options.insecurely_allow_short_dh = true; },
      [](auto& options) { options.alpn = {"h2http/1.1"}; },
      [](auto& options) { options.unknown_name = UnknownName::kRefuse; },
      [](auto& options) { options.client_auth = ClientAuth::kRequest; },
      [](auto& options) { options.session_id_context = "x"; },
      [](auto& options) { options.session_timeout = std::chrono::seconds(1); },
      [](auto& options) { options.session_cache = 1; },
      [](auto& options) { options.tickets = false; },
      [](auto& options) { options.ticket_count = 1; },
      [&](auto& options) { options.ticket_keys = keys; },
      [](auto& options) { options.certificate_compression.algorithms = {"zlib"}; },
      [](auto& options) { options.certificate_compression.if_supported = true; },
      [](auto& options) { options.insecurely_skip_server_identity = true; },
      [&](auto& options) { options.library_context.context = library.get(); },
      [](auto& options) { options.library_context.property_query = "fips=yes"; },
  };
  std::vector<Sha256> digests{digest_of(equal_options()).value()};
  EXPECT_EQ(digest_of(equal_options()).value(), digests.front());
  std::vector<SecureContextOptions> held;  // what is told apart by its address
  for (std::size_t i = 0; i < changes.size(); ++i) {
    held.push_back(equal_options());
    changes[i](held.back());
    digests.push_back(digest_of(held.back()).value());
    EXPECT_EQ(std::ranges::count(digests, digests.back()), 1) << "change " << i;
  }
}

TEST(SecureContextCache, TakesAPkcs12ByItsContent) {
  const auto& leaf = context_pki().server;
  const auto file = testing::Pkcs12Maker("pw")
                        .add_key(leaf.key, {.local_key_id = "1"})
                        .add_certificate(leaf.certificate.get(), {.local_key_id = "1"})
                        .end_safe()
                        .make();
  const SecureContextCache cache;
  const auto get = [&](const char* password) {
    return cache.get({.role = Role::kServer, .pkcs12 = Pkcs12Identity{file, Password(password)}});
  };
  const SecureContext first = get("pw").value();
  EXPECT_TRUE(is_same(first, get("pw").value()));
  EXPECT_EQ(get("other").error().code, ErrorCode::kWrongPassword);
  EXPECT_EQ(cache.get({.pkcs12 = Pkcs12Identity{"/does/not/exist.p12", {}}}).error().code,
            ErrorCode::kIo);
}

}  // namespace
}  // namespace keyrack
