// SPDX-License-Identifier: Apache-2.0
#include "keys/credential_slot.h"

#include <gtest/gtest.h>

#include <latch>
#include <thread>

#include "keys/candidates_for_test.h"
#include "keys/credential_state.h"

namespace keyrack {
namespace {

Credential some_credential(const std::string& alias) {
  const auto made = testing::make_certificate({.common_name = alias});
  return make_credential(alias, {testing::as_certificate(made)}, share(made.key), {}).value();
}

struct Slots {
  explicit Slots(std::size_t capacity) : cache(std::make_shared<CredentialCache>(capacity)) {}
  std::unique_ptr<CredentialSlot> make() const { return std::make_unique<CredentialSlot>(cache); }
  std::uint64_t loads() const { return cache->counters().loads; }

  std::shared_ptr<CredentialCache> cache;
};

const CredentialSlot::Load kLoad = [] { return some_credential("a"); };

TEST(CredentialSlotTest, LoadsOnceAndKeeps) {
  const Slots slots(10);
  const auto slot = slots.make();
  const Credential first = slot->get(kLoad).value();
  EXPECT_EQ(slot->get(kLoad).value(), first);
  EXPECT_EQ(slots.loads(), 1u);
  EXPECT_EQ(slots.cache->counters().hits, 1u);
  EXPECT_EQ(slots.cache->counters().misses, 1u);
}

TEST(CredentialSlotTest, AFailureIsNotRemembered) {
  const Slots slots(10);
  const auto slot = slots.make();
  const CredentialSlot::Load fail = [] {
    return Result<Credential>(std::unexpected(Error{ErrorCode::kWrongPassword, "no"}));
  };
  EXPECT_EQ(slot->get(fail).error().code, ErrorCode::kWrongPassword);
  EXPECT_TRUE(slot->get(kLoad));
}

TEST(CredentialSlotTest, ThreadsThatNeedTheSameKeyWaitForOneLoad) {
  const Slots slots(10);
  const auto slot = slots.make();
  std::latch is_loading(1);
  std::latch may_finish(1);
  const CredentialSlot::Load slow = [&] {
    is_loading.count_down();
    may_finish.wait();
    return some_credential("slow");
  };
  std::vector<std::jthread> threads;
  threads.emplace_back([&] { EXPECT_EQ(slot->get(slow)->alias(), "slow"); });
  is_loading.wait();
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] { EXPECT_EQ(slot->get(kLoad)->alias(), "slow"); });
  }
  while (slots.cache->counters().misses < 4) std::this_thread::yield();

  // While one key is being decrypted, another is served.
  const auto other = slots.make();
  EXPECT_EQ(other->get(kLoad)->alias(), "a");
  EXPECT_EQ(other->get(kLoad)->alias(), "a");
  may_finish.count_down();
  threads.clear();
  EXPECT_EQ(slots.loads(), 2u);
}

TEST(CredentialSlotTest, TheLeastRecentlyUsedOneGivesItsCredentialUp) {
  const Slots slots(2);
  const auto a = slots.make(), b = slots.make(), c = slots.make();
  const Credential held = a->get(kLoad).value();
  b->get(kLoad).value();
  a->get(kLoad).value();
  c->get(kLoad).value();  // b goes
  EXPECT_EQ(slots.cache->size(), 2u);
  EXPECT_EQ(slots.cache->counters().evictions, 1u);
  EXPECT_EQ(a->get(kLoad).value(), held);
  EXPECT_EQ(slots.loads(), 3u);
  b->get(kLoad).value();
  EXPECT_EQ(slots.loads(), 4u);
}

TEST(CredentialSlotTest, ASlotThatGoesNoLongerCounts) {
  const Slots slots(10);
  auto slot = slots.make();
  slot->get(kLoad).value();
  EXPECT_EQ(slots.cache->size(), 1u);
  slot.reset();
  EXPECT_EQ(slots.cache->size(), 0u);
}

TEST(CredentialSlotTest, CallsBackInsteadOfBlocking) {
  const Slots slots(10);
  const auto slot = slots.make();
  std::vector<std::function<void()>> jobs;
  const auto start = [&](std::function<void()> job) { jobs.push_back(std::move(job)); };
  std::vector<std::string> called;
  const auto callback = [&](const Result<Credential>& result) {
    called.push_back(result->alias());
  };
  EXPECT_FALSE(slot->get_or_call_back(kLoad, callback, start));
  EXPECT_FALSE(slot->get_or_call_back(kLoad, callback, start));
  ASSERT_EQ(jobs.size(), 1u) << "single flight";
  EXPECT_TRUE(called.empty());
  jobs[0]();
  EXPECT_EQ(called, (std::vector<std::string>{"a", "a"}));
  EXPECT_TRUE(slot->get_or_call_back(kLoad, callback, start)) << "at hand now";
  EXPECT_EQ(called.size(), 2u);
}

TEST(CredentialTest, AKeyMustBelongToItsCertificate) {
  const auto made = testing::make_certificate({.common_name = "a"});
  const auto result = make_credential("a", {testing::as_certificate(made)},
                                      share(testing::test_key("another")), {});
  EXPECT_EQ(result.error().code, ErrorCode::kKeyMismatch);
}

TEST(CredentialTest, TheRootIsNotSent) {
  const auto root = testing::make_certificate({.common_name = "root", .is_ca = true});
  const auto middle =
      testing::make_certificate({.common_name = "middle", .issuer = &root, .is_ca = true});
  const auto leaf = testing::make_certificate({.common_name = "leaf", .issuer = &middle});
  const auto credential =
      make_credential("leaf",
                      {testing::as_certificate(leaf), testing::as_certificate(middle),
                       testing::as_certificate(root)},
                      share(leaf.key), {})
          .value();
  EXPECT_EQ(credential.chain().size(), 3u);
  EXPECT_EQ(sk_X509_num(credential.state().issuers()), 1);
}

}  // namespace
}  // namespace keyrack
