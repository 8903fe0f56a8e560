// SPDX-License-Identifier: Apache-2.0
#include "reload/staged_reload.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>

#include "reload/text_source.h"
#include "tests/support/temporary_folder.h"

namespace keyrack::testing {
namespace {

class Staging : public ::testing::Test {
 protected:
  TextSource open(const std::string& name) {
    ReloadOptions options = by_hand();
    options.on_event = log_.callback();
    return open_text({folder_.write(name, "one.")}, std::move(options)).value();
  }
  void write_both(const std::string& text) const {
    folder_.write("keys", text);
    folder_.write("ca", text);
  }

  TemporaryFolder folder_;
  EventLog log_;
  const TextSource keys_ = open("keys");
  const TextSource ca_ = open("ca");
};

TEST_F(Staging, NothingIsInServiceBeforeTheCommitAndEverythingAfter) {
  write_both("two.");
  Result<StagedReload> staged = StagedReload::prepare(keys_, ca_);
  ASSERT_TRUE(staged.has_value());
  EXPECT_EQ(*staged->value_of(keys_), "two.");
  EXPECT_EQ(*keys_.current(), "one.");
  EXPECT_EQ(*ca_.current(), "one.");
  EXPECT_TRUE(staged->commit());
  EXPECT_EQ(*keys_.current(), "two.");
  EXPECT_EQ(*ca_.current(), "two.");
  EXPECT_EQ(log_.count(ReloadEvent::Kind::kPublished), 4u);
}

TEST_F(Staging, AnAbandonedChangeIsNeverServed) {
  write_both("two.");
  ASSERT_TRUE(StagedReload::prepare(keys_, ca_).has_value());
  EXPECT_EQ(*keys_.current(), "one.");
  EXPECT_EQ(keys_.snapshot().generation, 1u);
}

TEST_F(Staging, OneThatFailsStopsAllOfThem) {
  folder_.write("keys", "two.");
  folder_.write("ca", "tw");
  const Result<StagedReload> staged = StagedReload::prepare(keys_, ca_);
  ASSERT_FALSE(staged.has_value());
  EXPECT_EQ(staged.error().code, ErrorCode::kPemEndMissing);
  EXPECT_EQ(*keys_.current(), "one.");
  EXPECT_EQ(ca_.counters().failures_of(ReloadFailure::kInvalid), 1u);
}

TEST_F(Staging, WhatDidNotChangeKeepsItsGeneration) {
  folder_.write("keys", "two.");
  Result<StagedReload> staged = StagedReload::prepare(keys_, ca_);
  EXPECT_EQ(*staged->value_of(ca_), "one.");
  EXPECT_TRUE(staged->commit());
  EXPECT_EQ(keys_.snapshot().generation, 2u);
  EXPECT_EQ(ca_.snapshot().generation, 1u);
}

TEST_F(Staging, ACommitThatComesTooLateChangesNothing) {
  write_both("two.");
  Result<StagedReload> staged = StagedReload::prepare(keys_, ca_);
  ca_.set("mine");
  EXPECT_FALSE(staged->commit());
  EXPECT_EQ(*keys_.current(), "one.");
  EXPECT_EQ(*ca_.current(), "mine");
}

TEST_F(Staging, ALookThatFoundTheOldContentAgainIsNewer) {
  write_both("two.");
  Result<StagedReload> staged = StagedReload::prepare(keys_, ca_);
  write_both("one.");
  EXPECT_EQ(keys_.refresh().outcome, ReloadOutcome::kUnchanged);
  EXPECT_FALSE(staged->commit());
}

TEST_F(Staging, ReadersOfSeveralSourcesSeeAllOfACommitOrNothing) {
  std::atomic<bool> is_done = false;
  std::atomic<int> mixtures = 0;
  std::vector<std::jthread> readers;
  for (int i = 0; i < 3; ++i) {
    readers.emplace_back([&] {
      while (!is_done) {
        const auto [keys, ca] = snapshot_of(keys_, ca_);
        if (*keys.value != *ca.value) ++mixtures;
      }
    });
  }
  for (int i = 0; i < 200; ++i) {
    write_both(std::to_string(i) + ".");
    Result<StagedReload> staged = StagedReload::prepare(ca_, keys_);
    ASSERT_TRUE(staged.has_value());
    EXPECT_TRUE(staged->commit());
  }
  is_done = true;
  readers.clear();
  EXPECT_EQ(mixtures, 0);
  EXPECT_EQ(keys_.snapshot().generation, 201u);
}

}  // namespace
}  // namespace keyrack::testing
