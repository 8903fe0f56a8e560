// SPDX-License-Identifier: Apache-2.0
#include "reload/source.h"

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "reload/text_source.h"
#include "tests/support/temporary_folder.h"

namespace keyrack::testing {
namespace {

using Kind = ReloadEvent::Kind;

class Reloading : public ::testing::Test {
 protected:
  TextSource open(ReloadOptions options = by_hand()) {
    options.on_event = log_.callback();
    return open_text({folder_.path() / "a"}, std::move(options)).value();
  }
  void write(const std::string& text) const { folder_.write("a", text); }
  void remove() const { std::filesystem::remove(folder_.path() / "a"); }

  TemporaryFolder folder_;
  EventLog log_;
};

TEST_F(Reloading, NothingIsPublishedUnlessTheContentChanged) {
  write("one.");
  const TextSource source = open();
  write("one.");  // another mtime and ctime
  EXPECT_EQ(source.refresh().outcome, ReloadOutcome::kUnchanged);
  EXPECT_EQ(source.snapshot().generation, 1u);
  EXPECT_EQ(source.counters().unchanged, 1u);
}

TEST_F(Reloading, ThereAndBackIsThreeGenerations) {
  write("one.");
  const TextSource source = open();
  write("two.");
  EXPECT_EQ(source.refresh().generation, 2u);
  write("one.");
  EXPECT_EQ(source.refresh().outcome, ReloadOutcome::kPublished);
  EXPECT_EQ(source.snapshot().generation, 3u);
}

TEST_F(Reloading, TheLastGoodValueOutlivesEveryFailure) {
  write("one.");
  const TextSource source = open();
  write("tw");
  const ReloadReport invalid = source.refresh();
  EXPECT_EQ(invalid.outcome, ReloadOutcome::kFailed);
  EXPECT_EQ(invalid.failure, ReloadFailure::kInvalid);
  EXPECT_EQ(invalid.error.code, ErrorCode::kPemEndMissing);
  remove();
  EXPECT_EQ(source.refresh().failure, ReloadFailure::kMissing);
  EXPECT_EQ(*source.current(), "one.");
  EXPECT_EQ(source.snapshot().generation, 1u);
  EXPECT_EQ(source.counters().failures_of(ReloadFailure::kInvalid), 1u);
  EXPECT_EQ(source.counters().failures_of(ReloadFailure::kMissing), 1u);
}

TEST_F(Reloading, FailureAndRecoveryReachTheCallbackInOrder) {
  write("one.");
  const TextSource source = open();
  write("tw");
  source.refresh();
  source.refresh();
  write("one.");
  source.refresh();
  const std::vector<ReloadEvent> events = log_.events();
  ASSERT_EQ(events.size(), 4u);
  EXPECT_EQ(events[0].kind, Kind::kPublished);
  EXPECT_EQ(events[1].kind, Kind::kFailed);
  EXPECT_EQ(events[2].consecutive_failures, 2u);
  EXPECT_EQ(events[3].kind, Kind::kRecovered);
  EXPECT_EQ(events[3].consecutive_failures, 2u);
  EXPECT_EQ(events[3].generation, 1u);
  EXPECT_EQ(source.counters().recoveries, 1u);
}

TEST_F(Reloading, OnMissingMayServeSomethingElse) {
  write("one.");
  const TextSource source =
      TextSource::open({.paths = {folder_.path() / "a"},
                        .load = load_matching,
                        .on_missing = [] { return Result<std::string>("nobody"); },
                        .options = by_hand()})
          .value();
  remove();
  source.refresh();
  source.refresh();
  EXPECT_EQ(*source.current(), "nobody");
  EXPECT_EQ(source.snapshot().generation, 2u);
  write("one.");
  EXPECT_EQ(source.refresh().outcome, ReloadOutcome::kPublished);
  EXPECT_EQ(*source.current(), "one.");
}

TEST_F(Reloading, WithoutFilesASourceBeginsOnlyWhenAllowed) {
  const auto refused = open_text({folder_.path() / "a"}, by_hand());
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::kIo);
  ReloadOptions options = by_hand();
  options.may_begin_empty = true;
  const TextSource source = open(std::move(options));
  EXPECT_EQ(source.snapshot().generation, 0u);
  EXPECT_EQ(source.current(), nullptr);
}

ReloadOptions lazily(ReloadOptions options) {
  options.lazy = true;
  return options;
}

TEST_F(Reloading, ALazySourceReadsNothingUntilItsValueIsAskedFor) {
  const TextSource source = open(lazily(by_hand()));
  EXPECT_EQ(source.counters().loads, 0u);
  write("one.");
  EXPECT_EQ(*source.current(), "one.");
  EXPECT_EQ(*source.current(), "one.");
  EXPECT_EQ(source.counters().loads, 1u);
}

TEST_F(Reloading, WhoeverAsksALazySourceFirstWaitsForOneLoadGoodOrNot) {
  const TextSource source = open(lazily(by_hand()));
  std::barrier all(4);
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      all.arrive_and_wait();
      EXPECT_EQ(source.current(), nullptr);
    });
  }
  threads.clear();
  EXPECT_EQ(source.counters().loads, 1u);
  EXPECT_EQ(source.problem()->code, ErrorCode::kIo);
}

TEST_F(Reloading, ACallbackOfALazySourcesFirstLoadMayAskForTheValue) {
  write("one.");
  std::optional<TextSource> source;
  std::string seen;
  ReloadOptions options = lazily(by_hand());
  options.on_event = [&](const ReloadEvent&) { seen = *source->current(); };
  source = open_text({folder_.path() / "a"}, options).value();
  EXPECT_EQ(*source->current(), "one.");
  EXPECT_EQ(seen, "one.");
}

TEST_F(Reloading, ALazySourceIsFollowedOnceItHasBegun) {
  write("one.");
  const TextSource source = open(lazily(notified()));
  EXPECT_EQ(*source.current(), "one.");
  write("two.");
  ASSERT_TRUE(log_.wait_for(Kind::kPublished, 2));
  EXPECT_EQ(*source.current(), "two.");
}

TEST_F(Reloading, TheProblemIsThatOfTheLatestLoad) {
  write("one.");
  const TextSource source = open();
  EXPECT_EQ(source.problem(), std::nullopt);
  write("tw");
  source.refresh();
  EXPECT_EQ(source.problem()->code, ErrorCode::kPemEndMissing);
  write("one.");
  source.refresh();
  EXPECT_EQ(source.problem(), std::nullopt);
}

TEST_F(Reloading, ASourceNeedsAPath) {
  EXPECT_EQ(open_text({}, by_hand()).error().code, ErrorCode::kBadOption);
}

TEST_F(Reloading, AValueSetByHandStandsUntilTheContentChanges) {
  write("one.");
  const TextSource source = open();
  EXPECT_EQ(source.set("mine"), 2u);
  EXPECT_EQ(source.refresh().outcome, ReloadOutcome::kUnchanged);
  EXPECT_EQ(*source.current(), "mine");
  write("two.");
  EXPECT_EQ(source.refresh().generation, 3u);
  EXPECT_EQ(*source.current(), "two.");
}

TEST_F(Reloading, ALoadThatIsUnderWayNeverReplacesAValueSetByHand) {
  write("one.");
  std::unique_ptr<TextSource> source;
  source =
      std::make_unique<TextSource>(TextSource::open({.paths = {folder_.path() / "a"},
                                                     .load =
                                                         [&](std::span<const LoadedFile> files) {
                                                           if (source) source->set("mine");
                                                           return load_matching(files);
                                                         },
                                                     .on_missing = {},
                                                     .options = by_hand()})
                                       .value());
  write("two.");
  EXPECT_EQ(source->refresh().outcome, ReloadOutcome::kSuperseded);
  EXPECT_EQ(*source->current(), "mine");
  EXPECT_EQ(source->counters().superseded, 1u);
  source.reset();
}

TEST_F(Reloading, ALoadFunctionThatThrowsIsAFailure) {
  write("one.");
  std::atomic<bool> throws = false;
  const TextSource source =
      TextSource::open({.paths = {folder_.path() / "a"},
                        .load = [&](std::span<const LoadedFile> files) -> Result<std::string> {
                          if (throws) throw std::runtime_error("surprise");
                          return load_matching(files);
                        },
                        .on_missing = {},
                        .options = by_hand()})
          .value();
  write("two.");
  throws = true;
  const ReloadReport report = source.refresh();
  EXPECT_EQ(report.failure, ReloadFailure::kInvalid);
  EXPECT_NE(report.error.message.find("surprise"), std::string::npos);
}

TEST_F(Reloading, ALoadFunctionThatAsksForALoadIsToldSo) {
  write("one.");
  std::unique_ptr<TextSource> source;
  std::optional<ReloadReport> inner;
  source =
      std::make_unique<TextSource>(TextSource::open({.paths = {folder_.path() / "a"},
                                                     .load =
                                                         [&](std::span<const LoadedFile> files) {
                                                           if (source) inner = source->refresh();
                                                           return load_matching(files);
                                                         },
                                                     .on_missing = {},
                                                     .options = by_hand()})
                                       .value());
  write("two.");
  source->refresh();
  ASSERT_TRUE(inner.has_value());
  EXPECT_EQ(inner->error.code, ErrorCode::kBadOption);
  source.reset();
}

TEST_F(Reloading, ACallbackMayUseAndEvenDropTheSource) {
  write("one.");
  std::unique_ptr<TextSource> source;
  ReloadOptions options = by_hand();
  int calls = 0;
  options.on_event = [&](const ReloadEvent&) {
    ++calls;
    if (!source) return;
    source->refresh();
    source.reset();
  };
  source =
      std::make_unique<TextSource>(open_text({folder_.path() / "a"}, std::move(options)).value());
  write("two.");
  const std::shared_ptr<SourceCore> core = source->share_core();
  core->refresh();
  EXPECT_EQ(source, nullptr);
  EXPECT_EQ(calls, 2);
}

TEST_F(Reloading, ThoseWhoAskAtTheSameTimeShareALoadThatBeganAfterTheyAsked) {
  write("one.");
  std::atomic<int> loads = 0;
  std::barrier gate(2);
  const TextSource source =
      TextSource::open({.paths = {folder_.path() / "a"},
                        .load =
                            [&](std::span<const LoadedFile> files) {
                              if (++loads == 2) {
                                gate.arrive_and_wait();  // the second load is under way ...
                                gate.arrive_and_wait();  // ... until the file is another
                              }
                              return load_matching(files);
                            },
                        .on_missing = {},
                        .options = by_hand()})
          .value();
  write("two.");
  std::jthread first([&] { source.refresh(); });
  gate.arrive_and_wait();
  write("three.");
  std::vector<std::jthread> others;
  std::atomic<int> saw_three = 0;
  for (int i = 0; i < 4; ++i) {
    others.emplace_back([&] {
      source.refresh();
      if (*source.current() == "three.") ++saw_three;
    });
  }
  gate.arrive_and_wait();
  others.clear();
  EXPECT_EQ(saw_three, 4);
  EXPECT_LE(source.counters().loads, 6u);
  EXPECT_EQ(source.snapshot().generation, 3u);
}

TEST_F(Reloading, APollReadsNothingWhenTheIdentityVouchesForTheContent) {
  write("one.");
  // Only a ctime that is older than the settling time when it is read does.
  std::this_thread::sleep_for(kSettlingTime + std::chrono::milliseconds(50));
  ReloadOptions options = polled();
  options.poll_interval = std::chrono::milliseconds(5);
  const TextSource source = open(std::move(options));
  while (source.counters().looks < 10) std::this_thread::yield();
  EXPECT_EQ(source.counters().loads, 1u);
}

TEST_F(Reloading, APollReadsAgainWhatWasWrittenJustBefore) {
  // On a machine that stalls, the first load may come when the file has settled.
  std::uint64_t read_again = 0;
  for (int attempt = 0; attempt < 20 && read_again == 0; ++attempt) {
    write("one.");
    ReloadOptions options = polled();
    options.poll_interval = std::chrono::milliseconds(5);
    const TextSource source = open(std::move(options));
    while (source.counters().looks < 3) std::this_thread::yield();
    read_again = source.counters().unchanged;
  }
  EXPECT_GT(read_again, 0u);
}

}  // namespace
}  // namespace keyrack::testing
