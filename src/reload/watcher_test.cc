// SPDX-License-Identifier: Apache-2.0
#include "reload/watcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>

#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class Watching : public ::testing::Test {
 protected:
  // inotify queues an event before the call that caused it returns.
  std::set<Watcher::Owner> drained() { return watcher_.drain(); }
  WatchPoint entry(const std::string& name) const { return {folder_.path(), name}; }

  testing::TemporaryFolder folder_;
  Watcher watcher_;
};

TEST_F(Watching, TellsTheOwnersOfAnEntryAndNobodyElse) {
  watcher_.watch(1, std::vector{entry("a")});
  watcher_.watch(2, std::vector{entry("b")});
  watcher_.watch(3, std::vector{entry("")});
  EXPECT_THAT(drained(), IsEmpty());
  folder_.write("a", "");
  EXPECT_THAT(drained(), ElementsAre(1, 3));
  EXPECT_THAT(drained(), IsEmpty());
}

TEST_F(Watching, TheDescriptorIsReadableWhileThereIsSomething) {
  watcher_.watch(1, std::vector{entry("a")});
  folder_.write("a", "");
  struct pollfd readable{.fd = watcher_.descriptor(), .events = POLLIN, .revents = 0};
  EXPECT_EQ(::poll(&readable, 1, 0), 1);
  drained();
  EXPECT_EQ(::poll(&readable, 1, 0), 0);
}

TEST_F(Watching, ReadingIsNoEvent) {
  const auto file = folder_.write("a", "text");
  watcher_.watch(1, std::vector{entry("a"), WatchPoint{file, ""}});
  std::filesystem::copy_file(file, folder_.path() / "copy");
  EXPECT_THAT(drained(), IsEmpty());
}

TEST_F(Watching, AFolderIsOneKernelWatchHoweverManyAsk) {
  for (Watcher::Owner owner = 1; owner <= 50; ++owner) {
    watcher_.watch(owner, std::vector{entry("a"), entry("b")});
  }
  EXPECT_EQ(watcher_.kernel_watches(), 1u);
  for (Watcher::Owner owner = 1; owner <= 50; ++owner) watcher_.forget(owner);
  EXPECT_EQ(watcher_.kernel_watches(), 0u);
}

TEST_F(Watching, PointsAreReplacedNotAdded) {
  const testing::TemporaryFolder other;
  watcher_.watch(1, std::vector{entry("a")});
  watcher_.watch(1, std::vector{WatchPoint{other.path(), "a"}});
  EXPECT_EQ(watcher_.kernel_watches(), 1u);
  folder_.write("a", "");
  EXPECT_THAT(drained(), IsEmpty());
  other.write("a", "");
  EXPECT_THAT(drained(), ElementsAre(1));
}

TEST_F(Watching, ARemovedFolderIsTold) {
  const auto sub = folder_.path() / "sub";
  std::filesystem::create_directory(sub);
  watcher_.watch(1, std::vector{WatchPoint{sub, "a"}});
  std::filesystem::remove(sub);
  EXPECT_THAT(drained(), ElementsAre(1));
  EXPECT_EQ(watcher_.kernel_watches(), 0u);
}

TEST_F(Watching, WhatIsNotThereIsNoProblem) {
  EXPECT_EQ(watcher_.watch(1, std::vector{WatchPoint{folder_.path() / "no", "a"}}), "");
}

}  // namespace
}  // namespace keyrack
