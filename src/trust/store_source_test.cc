// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <keyrack/trust_source.h>

#include <optional>
#include <string>

#include "reload/text_source.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/verdict_check.h"

namespace keyrack {
namespace {

using namespace testing;
namespace fs = std::filesystem;
using Kind = ReloadEvent::Kind;

class SourceOfTrust : public ::testing::Test {
 protected:
  fs::path at(const std::string& name) const { return folder_.path() / name; }
  static std::string pem_of(const std::string& name) { return make_certificate(ca(name)).pem(); }

  TemporaryFolder folder_;
  EventLog log_;
};

TEST_F(SourceOfTrust, AStoreIsASourceThatNeverChanges) {
  const TrustSource source = TrustStore::bundled();
  EXPECT_TRUE(source.is_fixed());
  EXPECT_EQ(source.current().size(), TrustStore::bundled().size());
  EXPECT_EQ(source.refresh().outcome, ReloadOutcome::kUnchanged);
  EXPECT_EQ(source.generation(), 1u);
}

TEST_F(SourceOfTrust, ALiveStoreIsWhatItsOwnerLastPutThere) {
  const LiveTrustStore live(TrustStore::empty());
  const TrustSource source = live;
  EXPECT_EQ(source.generation(), 1u);
  live.replace(TrustStore::bundled());
  EXPECT_EQ(source.generation(), 2u);
  EXPECT_EQ(source.current().size(), TrustStore::bundled().size());
  EXPECT_EQ(source.refresh().outcome, ReloadOutcome::kUnchanged) << "there are no files";
  EXPECT_EQ(live.current().size(), TrustStore::bundled().size());
}

TEST_F(SourceOfTrust, AFileIsTakenUpWhenItChanged) {
  const fs::path file = folder_.write("ca.pem", pem_of("one"));
  const TrustSource source = TrustSource::follow_file(file, {}, by_hand()).value();
  EXPECT_FALSE(source.is_fixed());
  EXPECT_EQ(source.refresh().outcome, ReloadOutcome::kUnchanged);
  folder_.write("ca.pem", pem_of("one") + pem_of("two"));
  EXPECT_EQ(source.refresh().outcome, ReloadOutcome::kPublished);
  EXPECT_EQ(source.current().size(), 2u);
  EXPECT_EQ(source.generation(), 2u);
  EXPECT_EQ(source.counters().published, 2u);
}

TEST_F(SourceOfTrust, WhateverHappensToTheFileTheLastGoodStoreStays) {
  const std::string good = pem_of("one");
  const fs::path file = folder_.write("ca.pem", good);
  const TrustSource source = TrustSource::follow_file(file, {}, by_hand()).value();
  folder_.write("ca.pem", good.substr(0, good.size() / 2));
  const ReloadReport half = source.refresh();
  EXPECT_EQ(half.failure, ReloadFailure::kInvalid);
  EXPECT_EQ(half.error.code, ErrorCode::kPemEndMissing);
  fs::remove(file);
  EXPECT_EQ(source.refresh().failure, ReloadFailure::kMissing);
  EXPECT_EQ(source.current().size(), 1u);
  EXPECT_EQ(source.generation(), 1u);
}

TEST_F(SourceOfTrust, NobodyIsTrustedBeforeAFileIsThere) {
  EXPECT_FALSE(TrustSource::follow_file(at("ca.pem"), {}, by_hand()));
  ReloadOptions options = by_hand();
  options.may_begin_empty = true;
  const TrustSource source = TrustSource::follow_file(at("ca.pem"), {}, options).value();
  EXPECT_EQ(source.generation(), 0u);
  EXPECT_EQ(source.current().size(), 0u);
  folder_.write("ca.pem", pem_of("one"));
  EXPECT_EQ(source.refresh().generation, 1u);
  EXPECT_EQ(source.current().size(), 1u);
}

TEST_F(SourceOfTrust, AFolderIsTakenUpWhenAFileComesOrGoes) {
  fs::create_directory(at("anchors"));
  folder_.write("anchors/a.pem", pem_of("a"));
  folder_.write("anchors/README", "not a certificate");
  const TrustSource source =
      TrustSource::follow_directory(at("anchors"), {}, notified(log_)).value();
  EXPECT_EQ(source.current().size(), 1u);
  EXPECT_EQ(source.current().problems().size(), 1u);
  folder_.write("fresh", pem_of("b"));
  fs::rename(at("fresh"), at("anchors/b.pem"));
  ASSERT_TRUE(log_.wait_until([&] { return source.current().size() == 2; }));
  fs::remove(at("anchors/a.pem"));
  ASSERT_TRUE(log_.wait_until([&] { return source.current().size() == 1; }));
}

TEST_F(SourceOfTrust, OnlyTheOptionsOfTheStoreSayWhatIsGoodEnough) {
  const std::string good = pem_of("one");
  const fs::path file = folder_.write("ca.pem", good + good.substr(0, good.size() / 2));
  EXPECT_FALSE(TrustSource::follow_file(file, {}, by_hand()));
  const auto lenient = TrustSource::follow_file(file, {.policy = ReadPolicy::kLenient}, by_hand());
  ASSERT_TRUE(lenient);
  EXPECT_EQ(lenient->current().size(), 1u);
  EXPECT_EQ(lenient->current().problems().size(), 1u);
  const auto tiny = TrustSource::follow_file(file, {.max_bytes = 10}, by_hand());
  ASSERT_FALSE(tiny);
  EXPECT_EQ(tiny.error().code, ErrorCode::kLimitExceeded);
}

}  // namespace
}  // namespace keyrack
