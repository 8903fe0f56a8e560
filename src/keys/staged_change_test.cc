// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <keyrack/staged_change.h>

#include <algorithm>
#include <string>
#include <vector>

#include "keys/key_stores_for_test.h"
#include "reload/text_source.h"
#include "tests/support/crl_maker.h"
#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

using namespace testing;

// A server's key store, the CA of its clients and that CA's CRL, which belong together.
class Staging : public ::testing::Test {
 protected:
  void write(const std::string& name) {
    ca_.push_back(make_certificate({.common_name = name, .is_ca = true}));
    folder_.write("keys.p12", as_file(make_pkcs12({{.alias = name}})));
    folder_.write("ca.pem", ca_.back().pem());
    folder_.write("crl.pem", make_crl(ca_.back()));
  }
  std::string key_in_service() const {
    const auto chosen = keys_.explain({.key_types = {"EC"}}).chosen;
    return chosen ? chosen->alias : "";
  }
  bool trusts(const TrustStore& store, std::size_t i) const {
    return store.size() == 1 && std::ranges::equal(store.certificates()[0].der(), ca_.at(i).der());
  }
  static KeyManager keys_in(const std::filesystem::path& path) {
    KeyManagerOptions options;
    options.reload.automatic = false;
    return KeyManager::create({KeySource::file(path, Password(kStorePassword))}, options).value();
  }

  TemporaryFolder folder_;
  std::vector<TestCertificate> ca_;
  const int begin_ = (write("first"), 0);
  const KeyManager keys_ = keys_in(folder_.path() / "keys.p12");
  const TrustSource trust_ =
      TrustSource::follow_file(folder_.path() / "ca.pem", {}, by_hand()).value();
  const CrlSource crls_ = CrlSource::follow_file(folder_.path() / "crl.pem", {}, by_hand()).value();
};

TEST_F(Staging, PutsKeysTrustAndCrlsInServiceAtOnce) {
  EXPECT_EQ(key_in_service(), "first");
  write("second");
  Result<StagedChange> staged = StagedChange::prepare({keys_, trust_, crls_});
  ASSERT_TRUE(staged) << staged.error().describe();
  EXPECT_TRUE(trusts(staged->value_of(trust_), 1));
  EXPECT_EQ(staged->value_of(crls_).size(), 1u);
  EXPECT_EQ(key_in_service(), "first");
  EXPECT_TRUE(trusts(trust_.current(), 0));
  EXPECT_TRUE(staged->commit());
  EXPECT_EQ(key_in_service(), "second");
  EXPECT_TRUE(trusts(trust_.current(), 1));
  EXPECT_EQ(crls_.generation(), 2u);
}

TEST_F(Staging, LeavesEverythingAsItIsWhenItIsAbandonedOrOneOfThemIsBad) {
  EXPECT_EQ(key_in_service(), "first");
  write("second");
  ASSERT_TRUE(StagedChange::prepare({keys_, trust_}));
  folder_.write("ca.pem", "half");
  EXPECT_FALSE(StagedChange::prepare({keys_, trust_}));
  EXPECT_EQ(key_in_service(), "first");
  EXPECT_TRUE(trusts(trust_.current(), 0));
  EXPECT_EQ(trust_.counters().failures_of(ReloadFailure::kInvalid), 1u);
}

TEST_F(Staging, ComesTooLateWhenSomethingNewerIsInService) {
  write("second");
  Result<StagedChange> staged = StagedChange::prepare({keys_, trust_});
  write("third");
  EXPECT_EQ(trust_.refresh().outcome, ReloadOutcome::kPublished);
  EXPECT_FALSE(staged->commit());
  EXPECT_TRUE(trusts(trust_.current(), 2));
}

TEST_F(Staging, TakesWhatNeverChangesAsItIs) {
  const TrustSource fixed = TrustStore::bundled();
  const Result<StagedChange> staged = StagedChange::prepare({fixed, keys_});
  ASSERT_TRUE(staged);
  EXPECT_EQ(staged->value_of(fixed).size(), TrustStore::bundled().size());
}

}  // namespace
}  // namespace keyrack
