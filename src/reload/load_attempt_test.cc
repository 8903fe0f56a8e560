// SPDX-License-Identifier: Apache-2.0
#include "reload/load_attempt.h"

#include <gtest/gtest.h>

#include "reload/text_source.h"
#include "tests/support/temporary_folder.h"

namespace keyrack::testing {
namespace {

class Loading : public ::testing::Test {
 protected:
  LoadAttempt attempt(const std::function<void(int round)>& meanwhile,
                      const ContentDigest* last_good = nullptr) {
    rounds_ = 0;
    return attempt_load({.paths = paths_,
                         .max_bytes = 100,
                         .make = make_,
                         .watch = [&](std::span<const WatchPoint>) { meanwhile(++rounds_); },
                         .last_good = last_good});
  }
  static std::string value_of(const LoadAttempt& loaded) {
    return *std::static_pointer_cast<const std::string>(std::get<NewValue>(loaded.result).value);
  }

  TemporaryFolder folder_;
  std::vector<std::filesystem::path> paths_{folder_.write("a", "one")};
  MakeValue make_ = [this](std::span<const LoadedFile> files) -> Result<AnyValue> {
    ++made_;
    return std::make_shared<const std::string>(text_of(files[0]));
  };
  int rounds_ = 0;
  int made_ = 0;
};

TEST_F(Loading, AnUndisturbedFileIsReadInOneRound) {
  const LoadAttempt loaded = attempt([](int) {});
  EXPECT_EQ(value_of(loaded), "one");
  EXPECT_EQ(rounds_, 1);
}

TEST_F(Loading, WhatMovesWhileItIsReadIsReadAgain) {
  const LoadAttempt loaded = attempt([this](int round) {
    if (round <= 2) folder_.write("a", "round " + std::to_string(round));
  });
  EXPECT_EQ(value_of(loaded), "round 2");
  EXPECT_EQ(rounds_, 3);
  EXPECT_EQ(made_, 1);
}

TEST_F(Loading, WhatNeverRestsIsUnstableAndNothingIsMadeOfIt) {
  const LoadAttempt loaded =
      attempt([this](int round) { folder_.write("a", "round " + std::to_string(round)); });
  EXPECT_EQ(std::get<LoadFailure>(loaded.result).reason, ReloadFailure::kUnstable);
  EXPECT_EQ(made_, 0);
}

TEST_F(Loading, EqualContentIsNotMadeAgain) {
  const ContentDigest last = std::get<NewValue>(attempt([](int) {}).result).digest;
  folder_.write("a", "one");
  EXPECT_TRUE(std::holds_alternative<Unchanged>(attempt([](int) {}, &last).result));
  EXPECT_EQ(made_, 1);
}

TEST_F(Loading, MembersAreToldApart) {
  paths_ = {folder_.write("a", "one"), folder_.write("b", "two")};
  const ContentDigest first = std::get<NewValue>(attempt([](int) {}).result).digest;
  paths_ = {folder_.write("a", "onet"), folder_.write("b", "wo")};
  EXPECT_TRUE(std::holds_alternative<NewValue>(attempt([](int) {}, &first).result));
}

}  // namespace
}  // namespace keyrack::testing
