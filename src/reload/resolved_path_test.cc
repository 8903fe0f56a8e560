// SPDX-License-Identifier: Apache-2.0
#include "reload/resolved_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

namespace fs = std::filesystem;

class Resolving : public ::testing::Test {
 protected:
  fs::path at(const std::string& name) const { return root_ / name; }
  ResolvedPath resolve(const std::string& name) const { return PathResolver().resolve(at(name)); }

  testing::TemporaryFolder folder_;
  fs::path root_ = fs::canonical(folder_.path());
};

TEST_F(Resolving, AFileIsWatchedInItsFolder) {
  folder_.write("a", "");
  const ResolvedPath resolved = resolve("a");
  EXPECT_EQ(resolved.error, 0);
  EXPECT_EQ(resolved.path(), at("a"));
  EXPECT_THAT(resolved.points, ::testing::ElementsAre(WatchPoint{root_, "a"}));
}

TEST_F(Resolving, EveryLinkOnTheWayIsWatchedWhereItLies) {
  fs::create_directories(at("v1/in"));
  folder_.write("v1/in/a", "");
  fs::create_directory_symlink("v1", at("data"));
  fs::create_directory(at("top"));
  fs::create_symlink("../data/in/a", at("top/a"));
  const ResolvedPath resolved = resolve("top/a");
  EXPECT_EQ(resolved.path(), at("v1/in/a"));
  EXPECT_THAT(resolved.points,
              ::testing::ElementsAre(WatchPoint{at("top"), "a"}, WatchPoint{root_, "data"},
                                     WatchPoint{at("v1/in"), "a"}));
}

TEST_F(Resolving, DotDotLeavesTheFolderThatALinkLedTo) {
  fs::create_directories(at("x/deep"));
  folder_.write("x/a", "");
  fs::create_directory_symlink("x/deep", at("link"));
  EXPECT_EQ(resolve("link/../a").path(), at("x/a"));
}

TEST_F(Resolving, WhatIsMissingIsWatchedWhereItWouldAppear) {
  const ResolvedPath resolved = resolve("not/there/a");
  EXPECT_EQ(resolved.error, ENOENT);
  EXPECT_THAT(resolved.points, ::testing::ElementsAre(WatchPoint{root_, "not"}));
}

TEST_F(Resolving, ADanglingLinkIsWatchedAtBothEnds) {
  fs::create_directory(at("to"));
  fs::create_symlink("to/nowhere", at("a"));
  const ResolvedPath resolved = resolve("a");
  EXPECT_EQ(resolved.error, ENOENT);
  EXPECT_THAT(resolved.points,
              ::testing::ElementsAre(WatchPoint{root_, "a"}, WatchPoint{at("to"), "nowhere"}));
}

TEST_F(Resolving, LinksInACircleEnd) {
  fs::create_symlink("b", at("a"));
  fs::create_symlink("a", at("b"));
  EXPECT_EQ(resolve("a").error, ELOOP);
}

TEST_F(Resolving, AFileIsNoFolder) {
  folder_.write("a", "");
  EXPECT_EQ(resolve("a/b").error, ENOTDIR);
}

TEST_F(Resolving, PathsOfOneLookPassALinkInOneVersion) {
  for (const std::string version : {"v1", "v2"}) {
    fs::create_directory(at(version));
    folder_.write(version + "/crt", "");
    folder_.write(version + "/key", "");
  }
  fs::create_directory_symlink("v1", at("data"));
  PathResolver resolver;
  EXPECT_EQ(resolver.resolve(at("data/crt")).path(), at("v1/crt"));
  fs::remove(at("data"));
  fs::create_directory_symlink("v2", at("data"));
  EXPECT_EQ(resolver.resolve(at("data/key")).path(), at("v1/key"));
}

}  // namespace
}  // namespace keyrack
