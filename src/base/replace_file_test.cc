// SPDX-License-Identifier: Apache-2.0
#include "base/replace_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/file.h"
#include "bytes/byte_view.h"
#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

using Bytes = std::vector<std::uint8_t>;

std::size_t files_in(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

TEST(ReplaceFile, PutsANewPrivateFileInThePlaceOfTheOldOne) {
  const testing::TemporaryFolder folder;
  const auto path = folder.write("a", "old");
  const auto before = identify_file(path);
  ASSERT_TRUE(replace_file(path, Bytes{'n', 'e', 'w'}));
  EXPECT_EQ(as_text(read_file(path, 100)->bytes()), "new");
  EXPECT_NE(identify_file(path), before) << "readers of the old file keep it";
  struct stat status{};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777u, 0600u);
  EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(ReplaceFile, FollowsALinkAndLeavesItOne) {
  const testing::TemporaryFolder folder;
  const auto target = folder.write("target", "old");
  const auto link = folder.path() / "link";
  std::filesystem::create_symlink("target", link);
  ASSERT_TRUE(replace_file(link, Bytes{'n'}));
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(as_text(read_file(target, 100)->bytes()), "n");
}

TEST(ReplaceFile, AFailureLeavesNothingBeside) {
  const testing::TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "is-a-folder" / "full");
  const auto failed = replace_file(folder.path() / "is-a-folder", Bytes{'n'});
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::kIo);
  EXPECT_EQ(files_in(folder.path()), 1u);
  EXPECT_FALSE(replace_file(folder.path() / "none" / "a", Bytes{'n'}));
}

}  // namespace
}  // namespace keyrack
