// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <keyrack/key_manager.h>
#include <keyrack/openssl.h>
#include <keyrack/stats.h>

#include <atomic>
#include <future>
#include <thread>

#include "keys/key_stores_for_test.h"

namespace keyrack {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::make_store;
using testing::StoreEntry;

const testing::CertificateRequest kExpired{.not_before_days = -10, .not_after_days = -5};

KeyRequest ec_request(Role role = Role::kServer) { return {.role = role, .key_types = {"EC"}}; }

KeyManager manage(const LiveKeyStore& store, const KeyManagerOptions& options = {}) {
  return KeyManager::create({KeySource::live(store)}, options).value();
}
KeyManager manage(const std::vector<StoreEntry>& entries, const KeyManagerOptions& options = {}) {
  return manage(LiveKeyStore(make_store(entries)), options);
}

std::string leaf_subject(const Result<Credential>& credential) {
  return credential ? credential->chain().front().subject() : credential.error().describe();
}

TEST(KeyManagerTest, OptionsThatContradictEachOtherAreRefused) {
  EXPECT_EQ(KeyManager::create({}).error().code, ErrorCode::kBadOption);
  const KeySource source = KeySource::store(make_store({{"a"}}));
  EXPECT_EQ(KeyManager::create({source, source}, {.kind = KeyManagerKind::kSunX509}).error().code,
            ErrorCode::kBadOption);
}

TEST(KeyManagerTest, AliasesHaveAFreshUidForEveryAnswer) {
  const KeyManager manager = manage({{"Web.Example"}, {"old", kExpired}});
  EXPECT_EQ(manager.choose_alias(ec_request()), "1.0.Web.Example");
  EXPECT_EQ(manager.choose_alias(ec_request()), "2.0.Web.Example");
  EXPECT_EQ(manager.choose_alias({.key_types = {"RSA"}}), std::nullopt);
  EXPECT_THAT(manager.server_aliases("EC"), ElementsAre("3.0.Web.Example", "4.0.old"));
  EXPECT_THAT(manager.client_aliases("RSA"), IsEmpty());
  EXPECT_EQ(manager.choose_alias(ec_request()), "5.0.Web.Example");
}

TEST(KeyManagerTest, ASunX509ManagerHandsOutThePlainAlias) {
  const LiveKeyStore store(make_store({{"web"}}));
  const KeyManager manager = manage(store, {.kind = KeyManagerKind::kSunX509});
  EXPECT_EQ(manager.choose_alias(ec_request()), "web");
  store.replace(make_store({{"other"}}));
  EXPECT_EQ(manager.choose_alias(ec_request()), "web") << "copied when it was made";
  EXPECT_TRUE(manager.credential("WEB"));
}

TEST(KeyManagerTest, AnAliasIsReadBackWithoutItsUidAndWithoutRegardToCase) {
  const KeyManager manager = manage({{"web.example"}});
  for (const char* alias : {"1.0.web.example", ".0.web.example", "x.0.WEB.Example"}) {
    EXPECT_EQ(leaf_subject(manager.credential(alias)), "CN=web.example") << alias;
  }
  for (const char* alias : {"", "server", "0.server", "..1", "1.1.web.example", "1.0.unknown"}) {
    EXPECT_EQ(manager.credential(alias).error().code, ErrorCode::kNoCredential) << alias;
  }
}

TEST(KeyManagerTest, AFetchedAliasKeepsItsCredentialAndAnUnfetchedOneDoesNot) {
  const LiveKeyStore store(make_store({{"a"}}));
  const KeyManager manager = manage(store);
  const std::string fetched = manager.choose_alias(ec_request()).value();
  const std::string unfetched = manager.choose_alias(ec_request()).value();
  const Credential credential = manager.credential(fetched).value();
  store.replace(make_store({{"b"}}));
  EXPECT_EQ(manager.credential(fetched).value(), credential);
  EXPECT_EQ(manager.credential(unfetched).error().code, ErrorCode::kNoCredential);
}

TEST(KeyManagerTest, AnExpiredEntryLosesToAFreshOneUnderAnotherAlias) {
  const KeyManager manager = manage({{"old", kExpired}, {"new"}});
  EXPECT_EQ(leaf_subject(manager.choose(ec_request())), "CN=new");
}

TEST(KeyManagerTest, ANewCertificateForTheSameKeyIsSeen) {
  const LiveKeyStore store(make_store({{"web", {.key_label = "same", .serial = 7}}}));
  const KeyManager manager = manage(store);
  const Credential before = manager.choose(ec_request()).value();
  store.replace(make_store({{"web", {.key_label = "same", .serial = 8}}}));
  const Credential after = manager.choose(ec_request()).value();
  EXPECT_EQ(before.chain().front().serial(), "7");
  EXPECT_EQ(after.chain().front().serial(), "8");
}

TEST(KeyManagerTest, AnotherKeyUnderTheSameChainIsNeverServedFromTheCache) {
  const testing::TestCertificate certificate = testing::make_certificate({.common_name = "web"});
  const LiveKeyStore store(make_store({{.alias = "web", .certificate = &certificate}}));
  const KeyManager manager = manage(store);
  ASSERT_TRUE(manager.choose(ec_request()));
  store.replace(make_store(
      {{.alias = "web", .key = testing::test_key("another"), .certificate = &certificate}}));
  EXPECT_EQ(manager.choose(ec_request()).error().code, ErrorCode::kKeyMismatch);
}

TEST(KeyManagerTest, AWrongPasswordIsNeverAnsweredFromTheCache) {
  const std::vector<std::uint8_t> file =
      testing::make_pkcs12({{"web", {.key_label = "w"}, "key password"}});
  const KeyStore store = KeyStore::from_bytes(file, Password(testing::kStorePassword)).value();
  const auto with = [&](const char* password) {
    KeySource source = KeySource::store(store);
    source.set_key_password("WEB", Password(password));
    return KeyManager::create({source}).value();
  };
  const KeyManager right = with("key password");
  const KeyManager wrong = with("wrong");
  EXPECT_TRUE(right.choose(ec_request()));
  EXPECT_EQ(wrong.choose(ec_request()).error().code, ErrorCode::kWrongPassword);
  EXPECT_TRUE(right.choose(ec_request()));
  EXPECT_EQ(wrong.choose(ec_request()).error().code, ErrorCode::kWrongPassword);
  EXPECT_EQ(wrong.stats().hits, 0u);
}

TEST(KeyManagerTest, AnotherPasswordUnderTheSameChainIsAnotherCredential) {
  const testing::TestCertificate same = testing::make_certificate({.common_name = "web"});
  const StoreEntry entry{.alias = "web", .certificate = &same};
  const LiveKeyStore store(make_store({entry}));
  const KeyManager manager = manage(store);
  ASSERT_TRUE(manager.choose(ec_request()));
  // The store's own password is still the same, the key's is not.
  store.replace(make_store({{.alias = "web", .own_password = "changed", .certificate = &same}}));
  EXPECT_EQ(manager.choose(ec_request()).error().code, ErrorCode::kWrongPassword);
  store.replace(make_store({entry}, "another"));
  EXPECT_TRUE(manager.choose(ec_request()));
}

TEST(KeyManagerTest, OneUndecryptableEntryHidesNoOther) {
  std::vector<StoreEntry> entries;
  for (int i = 0; i < 10; ++i) {
    const std::string name = "n" + std::to_string(i);
    entries.push_back({name, {.dns_names = {name + ".example.com"}}});
  }
  entries[4].own_password = "unknown";
  for (const CachePolicy policy :
       {CachePolicy::kRefreshing, CachePolicy::kAtInit, CachePolicy::kPerHandshake}) {
    const KeyManager manager = manage(entries, {.cache = policy});
    int served = 0;
    for (const StoreEntry& entry : entries) {
      KeyRequest request = ec_request();
      request.server_name = entry.alias + ".example.com";
      const auto credential = manager.choose(request);
      served += credential && credential->alias() == entry.alias ? 1 : 0;
    }
    EXPECT_EQ(served, 9);
    EXPECT_EQ(manager.problems().size(), policy == CachePolicy::kAtInit ? 1u : 0u);
  }
}

TEST(KeyManagerTest, AKeyIsDecryptedOnceHoweverOftenItIsChosen) {
  const KeyManager manager = manage({{"a"}, {"b"}, {"c"}});
  for (int i = 0; i < 10'000; ++i) {
    const std::string alias = manager.choose_alias(ec_request()).value();
    if (i % 100 == 0) {
      ASSERT_TRUE(manager.credential(alias));
    }
    ASSERT_TRUE(manager.choose(ec_request()));
  }
  EXPECT_EQ(manager.stats().kdf_runs, 1u);
  EXPECT_EQ(manager.stats().cached_keys, 1u);
}

TEST(KeyManagerTest, PoliciesDecryptWhenTheySay) {
  const std::vector<StoreEntry> entries{{"a"}, {"b"}};
  const KeyManager each = manage(entries, {.cache = CachePolicy::kPerHandshake});
  const KeyManager first = manage(entries, {.cache = CachePolicy::kAtInit});
  EXPECT_EQ(first.stats().kdf_runs, 2u);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(each.choose(ec_request()));
    ASSERT_TRUE(first.choose(ec_request()));
  }
  EXPECT_EQ(each.stats().kdf_runs, 3u);
  EXPECT_EQ(each.stats().cached_keys, 0u);
  EXPECT_EQ(first.stats().kdf_runs, 2u);
}

TEST(KeyManagerTest, AnEntryThatDidNotChangeKeepsItsKeyWhenTheStoreAroundItDoes) {
  const std::vector<std::uint8_t> one = testing::make_pkcs12({{"a"}});
  const Password password(testing::kStorePassword);
  const LiveKeyStore store(KeyStore::from_bytes(one, password).value());
  const KeyManager manager = manage(store);
  const Credential before = manager.choose(ec_request()).value();
  store.replace(KeyStore::from_bytes(one, password).value());
  EXPECT_EQ(manager.choose(ec_request()).value(), before);
  EXPECT_EQ(manager.stats().kdf_runs, 1u);
  EXPECT_EQ(manager.stats().reloads, 2u);
}

TEST(KeyManagerTest, TheCacheIsBounded) {
  std::vector<StoreEntry> entries;
  for (int i = 0; i < 5; ++i) entries.push_back({"n" + std::to_string(i)});
  const KeyManager manager = manage(entries, {.max_cached_keys = 2});
  for (const std::string& alias : manager.server_aliases("EC")) {
    ASSERT_TRUE(manager.credential(alias));
  }
  EXPECT_EQ(manager.stats().cached_keys, 2u);
  EXPECT_EQ(manager.stats().evictions, 3u);
}

TEST(KeyManagerTest, AReplacedStoreLetsGoOfItsKeys) {
  const LiveKeyStore store(make_store({{"a"}, {"b"}}));
  const KeyManager manager = manage(store);
  ASSERT_TRUE(manager.choose(ec_request()));
  store.replace(make_store({{"c"}}));
  ASSERT_TRUE(manager.choose_alias(ec_request()));
  EXPECT_EQ(manager.stats().cached_keys, 0u);
}

TEST(KeyManagerTest, EverySourceHasItsOwnPassword) {
  const auto manager = KeyManager::create({KeySource::store(make_store({{"a", kExpired}}, "first")),
                                           KeySource::store(make_store({{"b"}}, "second"))})
                           .value();
  EXPECT_EQ(manager.choose_alias(ec_request()), "1.1.b");
  EXPECT_EQ(leaf_subject(manager.credential("1.0.a")), "CN=a");
}

TEST(KeyManagerTest, ACredentialMayBeAskedForWithoutWaiting) {
  const KeyManager manager = manage({{"a"}});
  std::promise<std::string> called;
  const auto now = manager.credential(
      "1.0.a", [&](const Result<Credential>& result) { called.set_value(leaf_subject(result)); });
  EXPECT_FALSE(now) << "pending";
  EXPECT_EQ(called.get_future().get(), "CN=a");
  const auto later = manager.credential("1.0.a", [](const Result<Credential>&) { FAIL(); });
  ASSERT_TRUE(later);
  EXPECT_EQ(leaf_subject(*later), "CN=a");
}

TEST(KeyManagerTest, OthersAreServedWhileOneKeyIsBeingDecrypted) {
  constexpr int kSlow = 2'000'000;  // iterations: a second or so
  const KeyManager manager = manage({{.alias = "slow", .iterations = kSlow}, {"a"}, {"b"}});
  std::atomic<bool> is_over = false;
  std::jthread slow([&] {
    EXPECT_EQ(leaf_subject(manager.credential("1.0.slow")), "CN=slow");
    is_over = true;
  });
  while (manager.stats().kdf_runs == 0) std::this_thread::yield();
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(leaf_subject(manager.credential("1.0.a")), "CN=a");
    EXPECT_EQ(leaf_subject(manager.credential("1.0.b")), "CN=b");
    EXPECT_TRUE(manager.choose_alias(ec_request()));
    EXPECT_EQ(manager.explain(ec_request()).candidates.size(), 3u);
    EXPECT_TRUE(manager.refresh());
  }
  EXPECT_EQ(manager.stats().kdf_runs, 3u);
  EXPECT_FALSE(is_over) << "they waited for the slow one";
}

TEST(KeyManagerTest, TheLastHandleMayGoInACallback) {
  std::promise<void> called;
  auto manager = std::make_unique<KeyManager>(manage({{"a"}}));
  const KeyManager* borrowed = manager.get();
  std::promise<void> has_returned;
  borrowed->credential("1.0.a", [&](const Result<Credential>&) {
    has_returned.get_future().wait();
    manager.reset();
    called.set_value();
  });
  has_returned.set_value();
  called.get_future().wait();
}

TEST(KeyManagerTest, PrewarmingDecryptsInTheBackground) {
  const KeyManager manager = manage({{"a"}, {"b"}, {"bad", {}, "unknown"}}, {.prewarm = true});
  while (manager.problems().empty()) std::this_thread::yield();
  EXPECT_EQ(manager.stats().cached_keys, 2u);
  const std::uint64_t before = manager.stats().kdf_runs;
  ASSERT_TRUE(manager.choose(ec_request()));
  EXPECT_EQ(manager.stats().kdf_runs, before);
}

TEST(KeyManagerTest, ExplainsWhyEachCandidateWonOrLost) {
  const KeyManager manager = manage(
      {{"old", kExpired}, {"new"}, {"next"}, {"rsa", {.key_type = testing::KeyType::kRsa2048}}});
  const Explanation explanation = manager.explain(ec_request());
  ASSERT_TRUE(explanation.chosen);
  EXPECT_EQ(explanation.chosen->alias, "new");
  std::vector<std::string> reasons;
  for (const CandidateReport& report : explanation.candidates) reasons.push_back(report.reason);
  EXPECT_THAT(reasons, ElementsAre("is expired, while 'new' is ok", "chosen",
                                   "'new' comes first in the configured order",
                                   "its key type, RSA, was not asked for"));
  EXPECT_EQ(manager.stats().kdf_runs, 0u);
}

TEST(KeyManagerTest, ARequestThatNothingFitsIsATypedError) {
  const KeyManager manager = manage({{"a"}}, {.refuse_unknown_names = true});
  EXPECT_EQ(manager.choose({.key_types = {"RSA"}}).error().code, ErrorCode::kNoCredential);
  KeyRequest unknown = ec_request();
  unknown.server_name = "unknown.org";
  EXPECT_EQ(manager.choose(unknown).error().code, ErrorCode::kNoCredential);
}

}  // namespace
}  // namespace keyrack
