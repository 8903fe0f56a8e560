// SPDX-License-Identifier: Apache-2.0
#include "keys/file_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <keyrack/key_manager.h>
#include <keyrack/stats.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "keys/key_stores_for_test.h"
#include "keystore/pkcs12_encode.h"
#include "keystore/pkcs12_pfx.h"
#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

using ::testing::ElementsAre;
using testing::make_pkcs12;

const Password kPassword(testing::kStorePassword);
const KeyRequest kRequest{.key_types = {"EC"}};

// Files change when the test says refresh(), and not before.
const KeyManagerOptions kByHand{.reload = {.automatic = false}};

class FileSourceTest : public ::testing::Test {
 protected:
  void write(const std::vector<std::uint8_t>& bytes) {
    folder_.write("new", as_text(bytes));
    std::filesystem::rename(folder_.path() / "new", path());
  }
  std::filesystem::path path() const { return folder_.path() / "keys.p12"; }
  KeyManager manage(
      const KeyManagerOptions& options = kByHand,
      KeySource::AskPassword ask_password = [] { return kPassword; }) const {
    return KeyManager::create({KeySource::file(path(), std::move(ask_password))}, options).value();
  }
  static std::string alias_now(const KeyManager& manager) {
    const auto credential = manager.choose(kRequest);
    return credential ? credential->alias() : std::string(to_string(credential.error().code));
  }
  static void wait_for(const KeyManager& manager, const std::string& alias) {
    while (alias_now(manager) != alias) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  testing::TemporaryFolder folder_;
};

TEST_F(FileSourceTest, MakingAManagerReadsNothing) {
  const KeyManager manager = manage();
  EXPECT_EQ(manager.stats().reloads, 0u);
  write(make_pkcs12({{"a"}}));
  EXPECT_EQ(alias_now(manager), "a");
  EXPECT_EQ(manager.stats().reloads, 1u);
}

TEST_F(FileSourceTest, TheFirstHandshakeCostsThreeDerivationsHoweverManyKeysThereAre) {
  std::vector<testing::StoreEntry> entries;
  for (int i = 0; i < 50; ++i) entries.push_back({"n" + std::to_string(i)});
  write(make_pkcs12(entries));
  const std::uint64_t before = stats().kdf_runs;
  const KeyManager manager = manage();
  EXPECT_EQ(alias_now(manager), "n0");
  EXPECT_EQ(stats().kdf_runs - before, 3u) << "MAC, certificates, one key";
  for (int i = 0; i < 10; ++i) EXPECT_EQ(alias_now(manager), "n0");
  EXPECT_EQ(stats().kdf_runs - before, 3u);
}

TEST_F(FileSourceTest, AChangedFileIsReadInTheBackground) {
  write(make_pkcs12({{"a"}}));
  // A reading waits for its password until the test lets it go on.
  std::atomic<bool> may_read = true;
  std::atomic<int> readings = 0;
  const KeyManager manager =
      manage({.reload = {.quiet_period = std::chrono::milliseconds(1)}}, [&] {
        ++readings;
        may_read.wait(false);
        return kPassword;
      });
  EXPECT_EQ(alias_now(manager), "a");
  may_read = false;
  write(make_pkcs12({{"b"}}));
  while (readings < 2) EXPECT_EQ(alias_now(manager), "a") << "no choice waits";
  EXPECT_EQ(alias_now(manager), "a");
  may_read = true;
  may_read.notify_all();
  wait_for(manager, "b");
}

TEST_F(FileSourceTest, WithoutNotificationAPollSeesTheChange) {
  write(make_pkcs12({{"a"}}));
  const KeyManager manager = manage({.reload = {.poll_interval = std::chrono::milliseconds(5),
                                                .quiet_period = std::chrono::milliseconds(1),
                                                .use_notification = false}});
  EXPECT_EQ(alias_now(manager), "a");
  write(make_pkcs12({{"b"}}));
  wait_for(manager, "b");
}

TEST_F(FileSourceTest, OnlyRefreshLooksWhereFollowingIsOff) {
  write(make_pkcs12({{"a"}}));
  const KeyManager manager = manage();
  EXPECT_EQ(alias_now(manager), "a");
  write(make_pkcs12({{"b"}}));
  EXPECT_EQ(alias_now(manager), "a");
  EXPECT_TRUE(manager.refresh());
  EXPECT_EQ(alias_now(manager), "b");
}

TEST_F(FileSourceTest, AFileThatAppearsLaterIsTakenUp) {
  const KeyManager manager = manage({.reload = {.quiet_period = std::chrono::milliseconds(1)}});
  EXPECT_EQ(alias_now(manager), "io");
  write(make_pkcs12({{"a"}}));
  wait_for(manager, "a");
}

TEST_F(FileSourceTest, ReloadsReachTheCallbackAndAreCounted) {
  std::vector<std::string> events;
  KeyManagerOptions options = kByHand;
  std::optional<KeyManager> manager;
  options.reload.on_event = [&](const ReloadEvent& event) {
    EXPECT_EQ(event.source, path().string());
    events.push_back(std::string(to_string(event.kind)) + " " + alias_now(*manager));
  };
  manager = manage(options);
  write(make_pkcs12({{"a"}}));
  EXPECT_EQ(alias_now(*manager), "a");
  write({0x30, 0x82, 0x01});
  EXPECT_FALSE(manager->refresh());
  write(make_pkcs12({{"b"}}));
  EXPECT_TRUE(manager->refresh());
  EXPECT_THAT(events, ElementsAre("published a", "failed a", "published b", "recovered b"));

  ASSERT_EQ(manager->sources().size(), 1u);
  const KeySourceStatus status = manager->sources()[0];
  EXPECT_EQ(status.name, path().string());
  EXPECT_EQ(status.generation, 2u);
  EXPECT_EQ(status.reload.loads, 3u);
  EXPECT_EQ(status.reload.failures_of(ReloadFailure::kInvalid), 1u);
  EXPECT_EQ(status.problem, std::nullopt);
}

TEST_F(FileSourceTest, AnEntryThatDidNotChangeKeepsItsKeyWhenTheFileAroundItDoes) {
  const std::vector<std::uint8_t> file = make_pkcs12({{"a"}});
  write(file);
  const KeyManager manager = manage();
  const Credential before = manager.choose(kRequest).value();
  ber::Buffers buffers;
  write(encode_pfx(parse_pfx(file, buffers)->authenticated_safe, nullptr));  // without its MAC
  ASSERT_TRUE(manager.refresh());
  EXPECT_EQ(manager.choose(kRequest).value(), before);
  EXPECT_EQ(manager.stats().reloads, 2u);
  EXPECT_EQ(manager.stats().kdf_runs, 1u);
}

TEST_F(FileSourceTest, PrewarmingDecryptsTheKeysOfAChangedFileToo) {
  write(make_pkcs12({{"a"}}));
  KeyManagerOptions options = kByHand;
  options.prewarm = true;
  const KeyManager manager = manage(options);
  while (manager.stats().cached_keys < 1) std::this_thread::yield();
  write(make_pkcs12({{"b"}, {"c"}}));
  ASSERT_TRUE(manager.refresh());
  while (manager.stats().cached_keys < 2) std::this_thread::yield();
  EXPECT_EQ(manager.stats().kdf_runs, 3u);
}

TEST_F(FileSourceTest, AWrongPasswordIsATypedErrorUntilTheFileIsGood) {
  write(make_pkcs12({{"a"}}, "another"));
  const KeyManager manager = manage();
  EXPECT_EQ(alias_now(manager), "wrong_password");
  ASSERT_EQ(manager.problems().size(), 1u);
  EXPECT_EQ(manager.problems()[0].where.source, path().string());
  write(make_pkcs12({{"a"}}));
  EXPECT_TRUE(manager.refresh());
  EXPECT_EQ(alias_now(manager), "a");
  EXPECT_TRUE(manager.problems().empty());
}

TEST_F(FileSourceTest, WhatWasGoodStaysInServiceWhileTheFileIsNot) {
  write(make_pkcs12({{"a"}}));
  const KeyManager manager = manage();
  EXPECT_EQ(alias_now(manager), "a");
  write({0x30, 0x82, 0x01});
  EXPECT_FALSE(manager.refresh());
  EXPECT_EQ(alias_now(manager), "a");
  std::filesystem::remove(path());
  EXPECT_EQ(manager.refresh().error().code, ErrorCode::kIo);
  EXPECT_EQ(alias_now(manager), "a");
  EXPECT_EQ(manager.problems().size(), 1u);
}

TEST_F(FileSourceTest, ThePasswordIsAskedForAtEachReading) {
  write(make_pkcs12({{"a"}}, "first"));
  std::string password = "first";
  const KeyManager manager = manage(kByHand, [&] { return Password(password); });
  EXPECT_EQ(alias_now(manager), "a");
  password = "second";
  write(make_pkcs12({{"b"}}, "second"));
  EXPECT_TRUE(manager.refresh());
  EXPECT_EQ(alias_now(manager), "b");
}

TEST_F(FileSourceTest, ThreadsThatNeedTheFirstReadingShareIt) {
  write(make_pkcs12({{"a"}}));
  const KeyManager manager = manage();
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] { EXPECT_EQ(alias_now(manager), "a"); });
  }
  threads.clear();
  EXPECT_EQ(manager.stats().reloads, 1u);
  EXPECT_EQ(manager.stats().kdf_runs, 1u);
}

TEST_F(FileSourceTest, AnUnsettledFileThatDidNotChangeIsNotOpenedAgain) {
  write(make_pkcs12({{"a"}}));
  const KeyManager manager = manage();
  EXPECT_EQ(alias_now(manager), "a");
  EXPECT_TRUE(manager.refresh());
  EXPECT_TRUE(manager.refresh());
  EXPECT_EQ(manager.stats().reloads, 1u);
}

TEST_F(FileSourceTest, AManagerThatNeverChangesNeedsItsSourceAtOnce) {
  const auto manager =
      KeyManager::create({KeySource::file(path(), kPassword)}, {.kind = KeyManagerKind::kSunX509});
  EXPECT_EQ(manager.error().code, ErrorCode::kIo);
}

}  // namespace
}  // namespace keyrack
