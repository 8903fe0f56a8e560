// SPDX-License-Identifier: Apache-2.0
#include "reload/file_identity.h"

#include <gtest/gtest.h>

#include <chrono>

#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

struct stat status_of(const std::filesystem::path& path) {
  struct stat status{};
  EXPECT_EQ(::stat(path.c_str(), &status), 0);
  return status;
}

TEST(FileIdentity, TellsTwoFilesOfEqualContentApart) {
  const testing::TemporaryFolder folder;
  const FileIdentity a = identity_of(status_of(folder.write("a", "same")));
  const FileIdentity b = identity_of(status_of(folder.write("b", "same")));
  EXPECT_NE(a, b);
  EXPECT_EQ(a, identity_of(status_of(folder.path() / "a")));
}

TEST(FileIdentity, HasNanoseconds) {
  struct stat status{};
  status.st_ctim = {.tv_sec = 5, .tv_nsec = 7};
  EXPECT_EQ(identity_of(status).changed.time_since_epoch(),
            std::chrono::nanoseconds(5'000'000'007));
}

TEST(FileIdentity, IsSettledOnlyWhenTheCtimeWasMoreThanTwoSecondsBack) {
  FileIdentity identity;
  const FileTime read = FileTime(std::chrono::seconds(100));
  identity.changed = read - std::chrono::seconds(2);
  EXPECT_FALSE(is_settled(identity, read));
  identity.changed -= std::chrono::nanoseconds(1);
  EXPECT_TRUE(is_settled(identity, read));
  identity.changed = read + std::chrono::hours(1);  // a server whose clock is ahead
  EXPECT_FALSE(is_settled(identity, read));
}

TEST(FileIdentity, AnOldMtimeSettlesNothing) {
  FileIdentity identity;
  identity.modified = FileTime(std::chrono::seconds(1));
  identity.changed = FileTime(std::chrono::seconds(99));
  EXPECT_FALSE(is_settled(identity, FileTime(std::chrono::seconds(100))));
}

}  // namespace
}  // namespace keyrack
