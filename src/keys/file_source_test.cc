// SPDX-License-Identifier: Apache-2.0
#include "keys/file_source.h"

#include <gtest/gtest.h>
#include <keyrack/key_manager.h>
#include <keyrack/stats.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <thread>

#include "keys/key_stores_for_test.h"
#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

using testing::make_pkcs12;

const Password kPassword(testing::kStorePassword);
const KeyRequest kRequest{.key_types = {"EC"}};

class FileSourceTest : public ::testing::Test {
 protected:
  void write(const std::vector<std::uint8_t>& bytes) {
    folder_.write("new", as_text(bytes));
    std::filesystem::rename(folder_.path() / "new", path());
  }
  std::filesystem::path path() const { return folder_.path() / "keys.p12"; }
  KeyManager manage(std::chrono::milliseconds interval, Password password = kPassword) const {
    return KeyManager::create({KeySource::file(path(), std::move(password))},
                              {.poll_interval = interval})
        .value();
  }
  static std::string alias_now(const KeyManager& manager) {
    const auto credential = manager.choose(kRequest);
    return credential ? credential->alias() : std::string(to_string(credential.error().code));
  }

  testing::TemporaryFolder folder_;
};

constexpr std::chrono::hours kNever{1};

TEST_F(FileSourceTest, MakingAManagerReadsNothing) {
  const KeyManager manager = manage(kNever);
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
  const KeyManager manager = manage(kNever);
  EXPECT_EQ(alias_now(manager), "n0");
  EXPECT_EQ(stats().kdf_runs - before, 3u) << "MAC, certificates, one key";
  for (int i = 0; i < 10; ++i) EXPECT_EQ(alias_now(manager), "n0");
  EXPECT_EQ(stats().kdf_runs - before, 3u);
}

TEST_F(FileSourceTest, AChangedFileIsReadInTheBackground) {
  write(make_pkcs12({{"a"}}));
  // A reading waits for its password until the test lets it go on.
  std::atomic<bool> may_read = true;
  const auto password = [&] {
    may_read.wait(false);
    return kPassword;
  };
  const auto manager = KeyManager::create({KeySource::file(path(), password)},
                                          {.poll_interval = std::chrono::milliseconds(0)})
                           .value();
  EXPECT_EQ(alias_now(manager), "a");
  may_read = false;
  write(make_pkcs12({{"b"}}));
  EXPECT_EQ(alias_now(manager), "a") << "the choice that notices does not wait";
  EXPECT_EQ(alias_now(manager), "a") << "nor does the next";
  may_read = true;
  may_read.notify_all();
  while (alias_now(manager) != "b") std::this_thread::yield();
}

TEST_F(FileSourceTest, WithinTheIntervalNobodyLooks) {
  write(make_pkcs12({{"a"}}));
  const KeyManager manager = manage(kNever);
  EXPECT_EQ(alias_now(manager), "a");
  write(make_pkcs12({{"b"}}));
  EXPECT_EQ(alias_now(manager), "a");
  EXPECT_TRUE(manager.refresh());
  EXPECT_EQ(alias_now(manager), "b") << "refresh() sees every change at once";
}

TEST_F(FileSourceTest, AWrongPasswordIsATypedErrorUntilTheFileIsGood) {
  write(make_pkcs12({{"a"}}, "another"));
  const KeyManager manager = manage(kNever);
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
  const KeyManager manager = manage(kNever);
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
  const auto manager =
      KeyManager::create({KeySource::file(path(), [&] { return Password(password); })},
                         {.poll_interval = kNever})
          .value();
  EXPECT_EQ(alias_now(manager), "a");
  password = "second";
  write(make_pkcs12({{"b"}}, "second"));
  EXPECT_TRUE(manager.refresh());
  EXPECT_EQ(alias_now(manager), "b");
}

TEST_F(FileSourceTest, ThreadsThatNeedTheFirstReadingShareIt) {
  write(make_pkcs12({{"a"}}));
  const KeyManager manager = manage(kNever);
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
  const KeyManager manager = manage(kNever);
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
