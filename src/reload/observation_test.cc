// SPDX-License-Identifier: Apache-2.0
#include "reload/observation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>

#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

namespace fs = std::filesystem;

class Observing : public ::testing::Test {
 protected:
  Observation observe_all() const { return observe(paths_); }
  static std::string text_of(const LoadedFile& file) {
    return {file.bytes.span().begin(), file.bytes.span().end()};
  }

  testing::TemporaryFolder folder_;
  std::vector<fs::path> paths_;
};

TEST_F(Observing, ReadsExactlyWhatWasObserved) {
  paths_ = {folder_.write("a", "alpha"), folder_.write("b", "")};
  const auto read = read_observed(observe_all(), 100);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(text_of((*read)[0]), "alpha");
  EXPECT_EQ(text_of((*read)[1]), "");
  EXPECT_EQ((*read)[0].path, paths_[0]);
}

TEST_F(Observing, AFileReplacedSinceIsNotRead) {
  paths_ = {folder_.write("a", "alpha")};
  const Observation before = observe_all();
  folder_.write("fresh", "alpha");
  fs::rename(folder_.path() / "fresh", paths_[0]);
  EXPECT_EQ(read_observed(before, 100).error().reason, ReloadFailure::kUnstable);
  EXPECT_NE(observe_all(), before);
}

TEST_F(Observing, TheLimitHoldsForAllFilesTogether) {
  paths_ = {folder_.write("a", "12345"), folder_.write("b", "12345")};
  EXPECT_TRUE(read_observed(observe_all(), 10).has_value());
  const auto read = read_observed(observe_all(), 9);
  EXPECT_EQ(read.error().reason, ReloadFailure::kTooLarge);
  EXPECT_EQ(read.error().error.where.source, paths_[1].string());
}

TEST_F(Observing, AMissingMemberIsNamed) {
  paths_ = {folder_.write("a", ""), folder_.path() / "gone"};
  const Observation seen = observe_all();
  ASSERT_TRUE(seen.failure.has_value());
  EXPECT_EQ(seen.failure->reason, ReloadFailure::kMissing);
  EXPECT_EQ(seen.failure->error.where.source, paths_[1].string());
}

TEST_F(Observing, APipeIsRefusedAndNeverWaitedFor) {
  paths_ = {folder_.path() / "pipe"};
  ASSERT_EQ(::mkfifo(paths_[0].c_str(), 0600), 0);
  EXPECT_EQ(observe_all().failure.value().reason, ReloadFailure::kUnreadable);
}

TEST_F(Observing, AFolderStandsForItsFilesInOrderEachOnce) {
  const testing::TemporaryFolder elsewhere;
  folder_.write("b.pem", "b");
  folder_.write("a.pem", "a");
  fs::create_directory(folder_.path() / "sub");
  fs::create_symlink("b.pem", folder_.path() / "deadbeef.0");
  fs::create_symlink("nowhere", folder_.path() / "dangling");
  fs::create_symlink(elsewhere.write("c", "c"), folder_.path() / "z.pem");
  paths_ = {folder_.path()};
  const auto read = read_observed(observe_all(), 100);
  ASSERT_TRUE(read.has_value());
  std::string all;
  for (const LoadedFile& file : *read) all += text_of(file);
  EXPECT_EQ(all, "abc");
  EXPECT_THAT(observe_all().points,
              ::testing::Contains(WatchPoint{fs::canonical(elsewhere.path()), "c"}));
}

}  // namespace
}  // namespace keyrack
