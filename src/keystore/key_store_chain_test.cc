// SPDX-License-Identifier: Apache-2.0
#include "keystore/key_store_chain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/certificate_maker.h"

namespace keyrack {
namespace {

using testing::CertificateRequest;
using ::testing::ElementsAre;
using testing::make_certificate;
using testing::TestCertificate;

std::chrono::sys_seconds now() {
  return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

Pkcs12Bag bag(std::optional<std::string> alias, std::string_view key_id) {
  return {.kind = BagKind::kCertificate,
          .friendly_name = std::move(alias),
          .local_key_id = as_bytes(key_id)};
}

class Chain : public ::testing::Test {
 protected:
  std::size_t add(const TestCertificate& made, const Pkcs12Bag& attributes = {}) {
    pool_.add(*Certificate::from_der(made.der()), attributes);
    return pool_.size() - 1;
  }

  CertificatePool pool_{now()};
  const TestCertificate root_ = make_certificate({.common_name = "Root", .is_ca = true});
  const TestCertificate middle_ =
      make_certificate({.common_name = "Middle", .issuer = &root_, .is_ca = true});
  const TestCertificate leaf_ = make_certificate({.common_name = "leaf", .issuer = &middle_});
};

TEST_F(Chain, RunsToTheSelfIssuedOneWhateverTheFilesOrder) {
  const std::size_t root = add(root_);
  const std::size_t leaf = add(leaf_);
  const std::size_t middle = add(middle_);
  EXPECT_THAT(pool_.chain_of(leaf), ElementsAre(leaf, middle, root));
}

TEST_F(Chain, EndsAtAGap) {
  const std::size_t leaf = add(leaf_);
  add(root_);
  EXPECT_THAT(pool_.chain_of(leaf), ElementsAre(leaf));
}

TEST_F(Chain, EndsBeforeALoopCloses) {
  // Two authorities that issued each other.
  const TestCertificate a = make_certificate({.common_name = "A",
                                              .issuer_name = {{"CN", "B"}},
                                              .is_ca = true,
                                              .with_key_identifiers = false});
  const TestCertificate b = make_certificate({.common_name = "B",
                                              .issuer_name = {{"CN", "A"}},
                                              .is_ca = true,
                                              .with_key_identifiers = false});
  const std::size_t first = add(a);
  const std::size_t second = add(b);
  EXPECT_THAT(pool_.chain_of(first), ElementsAre(first, second));
}

TEST_F(Chain, OfTwoIssuersOfOneNameTheOneWithTheKeyIdentifierIsTaken) {
  const TestCertificate other = make_certificate({.common_name = "Middle",
                                                  .key_label = "other",
                                                  .issuer = &root_,
                                                  .is_ca = true,
                                                  .not_before_days = 0});
  const std::size_t wrong = add(other);
  const std::size_t right = add(middle_);
  const std::size_t leaf = add(leaf_);
  const std::size_t root = add(root_);
  EXPECT_THAT(pool_.chain_of(leaf), ElementsAre(leaf, right, root));
  EXPECT_NE(wrong, right);
}

TEST_F(Chain, AnotherKeysIdentifierRulesAnIssuerOut) {
  add(make_certificate({.common_name = "Middle", .key_label = "other", .is_ca = true}));
  const std::size_t leaf = add(leaf_);
  EXPECT_THAT(pool_.chain_of(leaf), ElementsAre(leaf));
}

TEST_F(Chain, TheLeafIsFoundByKeyIdentifierAndAliasBeforeTheIdentifierAlone) {
  const std::size_t other = add(root_, bag("other", "1"));
  const std::size_t both = add(leaf_, bag("Server", "1"));
  add(middle_, bag("server", "2"));
  EXPECT_EQ(pool_.leaf_of(bag("SERVER", "1")), both);
  EXPECT_EQ(pool_.leaf_of(bag("other", "1")), other);
}

TEST_F(Chain, WithoutAKeyIdentifierTheAliasDecidesButNeverForAnAnchor) {
  Pkcs12Bag anchor = bag("server", "");
  anchor.is_trusted = true;
  add(root_, anchor);
  EXPECT_EQ(pool_.leaf_of(bag("server", "")), std::nullopt);
  const std::size_t leaf = add(leaf_, bag("server", ""));
  EXPECT_EQ(pool_.leaf_of(bag("server", "9")), leaf);
  EXPECT_EQ(pool_.leaf_of(bag(std::nullopt, "")), std::nullopt);
}

TEST_F(Chain, AmongSeveralLeavesAValidOneThenTheLatestThenTheFirstWins) {
  auto leaf = [](int from, int to) {
    return make_certificate({.common_name = "leaf", .not_before_days = from, .not_after_days = to});
  };
  add(leaf(-1, -1), bag("server", "1"));
  const std::size_t old = add(leaf(-300, 30), bag("server", "1"));
  EXPECT_EQ(pool_.leaf_of(bag("server", "1")), old) << "valid, though older";
  const std::size_t late = add(leaf(-10, 30), bag("server", "1"));
  add(leaf(-20, 30), bag("server", "1"));
  EXPECT_EQ(pool_.leaf_of(bag("server", "1")), late);
  pool_.add(pool_[late], bag("server", "1"));
  EXPECT_EQ(pool_.leaf_of(bag("server", "1")), late) << "the first of equals";
}

TEST_F(Chain, ALongChainIsCut) {
  std::vector<TestCertificate> made;
  made.push_back(make_certificate({.common_name = "0", .key_label = "k", .is_ca = true}));
  for (int i = 1; i < 100; ++i) {
    made.push_back(make_certificate({.common_name = std::to_string(i),
                                     .key_label = "k",
                                     .issuer = &made.back(),
                                     .is_ca = true}));
  }
  for (const TestCertificate& certificate : made) add(certificate);
  EXPECT_EQ(pool_.chain_of(99).size(), CertificatePool::kMaxChain);
}

}  // namespace
}  // namespace keyrack
