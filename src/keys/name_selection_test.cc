// SPDX-License-Identifier: Apache-2.0
#include "keys/name_selection.h"

#include <gtest/gtest.h>

#include "keys/candidates_for_test.h"

namespace keyrack {
namespace {

using testing::CertificateRequest;
using testing::KeyType;
using testing::source;
using testing::Sources;

std::string by_name(const Sources& sources, const std::string& name, const NameRules& names = {},
                    std::vector<std::string> key_types = {"EC", "RSA"}) {
  KeyRequest request{.key_types = std::move(key_types), .server_name = name};
  const auto ranked = choose_by_name(sources, SelectionRequest(request), {}, names);
  return ranked ? ranked->match.candidate(sources).alias : "none";
}

CertificateRequest named(std::vector<std::string> names) { return {.dns_names = std::move(names)}; }

CertificateRequest expired(std::vector<std::string> names) {
  return {.not_before_days = -10, .not_after_days = -5, .dns_names = std::move(names)};
}

TEST(NameSelectionTest, AnExactNameBeatsAWildcardBeatsAnyOther) {
  const Sources sources{source({{"other", named({"other.org"})},
                                {"wild", named({"*.example.com"})},
                                {"exact", named({"www.example.com"})}})};
  EXPECT_EQ(by_name(sources, "www.example.com"), "exact");
  EXPECT_EQ(by_name(sources, "WWW.Example.Com."), "exact") << "case and one trailing dot fold";
  EXPECT_EQ(by_name(sources, "mail.example.com"), "wild");
  EXPECT_EQ(by_name(sources, "a.mail.example.com"), "other") << "a wildcard is one label";
}

TEST(NameSelectionTest, NoExpiredOneWhileAValidOneExistsAtAnyLevel) {
  const Sources sources{source({{"exact", expired({"www.example.com"})},
                                {"wild", named({"*.example.com"})},
                                {"fallback", named({"fallback.org"})}})};
  EXPECT_EQ(by_name(sources, "www.example.com"), "wild");

  const Sources without_wildcard{
      source({{"exact", expired({"www.example.com"})}, {"fallback", named({"fallback.org"})}})};
  EXPECT_EQ(by_name(without_wildcard, "www.example.com", {.default_alias = "Fallback"}),
            "fallback");
  EXPECT_EQ(by_name(without_wildcard, "www.example.com", {.refuse_unknown = true}), "exact")
      << "the name is known, and a doubtful certificate is sent rather than none";
}

TEST(NameSelectionTest, WithinANameTheKeyTypeThenTheLaterStartThenTheOrderDecides) {
  CertificateRequest rsa = named({"a.example.com"});
  rsa.key_label = "rsa";
  rsa.key_type = KeyType::kRsa2048;
  CertificateRequest older = named({"a.example.com"});
  older.not_before_days = -9;
  const Sources sources{source({{"rsa", rsa}, {"older", older}}),
                        source({{"newer", named({"a.example.com"})}})};
  EXPECT_EQ(by_name(sources, "a.example.com"), "newer");
  EXPECT_EQ(by_name(sources, "a.example.com", {}, {"RSA", "EC"}), "rsa");

  const Sources twins{source({{"first", older}, {"second", older}})};
  EXPECT_EQ(by_name(twins, "a.example.com"), "first");
}

TEST(NameSelectionTest, AnUnknownNameGetsTheDefaultOrIsRefused) {
  const Sources sources{source({{"a", named({"a.org"})}, {"b", named({"b.org"})}})};
  EXPECT_EQ(by_name(sources, "unknown.org"), "a");
  EXPECT_EQ(by_name(sources, "unknown.org", {.default_alias = "b"}), "b");
  EXPECT_EQ(by_name(sources, "unknown.org", {.refuse_unknown = true}), "none");
  EXPECT_EQ(by_name(sources, "unknown.org", {.default_alias = "b", .refuse_unknown = true}), "b");
}

TEST(NameSelectionTest, WithoutANameTheLocalAddressIsLookedFor) {
  const Sources sources{
      source({{"a", named({"a.org"})}, {"address", {.ip_addresses = {"192.0.2.7"}}}})};
  KeyRequest request{.key_types = {"EC"}, .local_address = {192, 0, 2, 7}};
  const auto ranked = choose_by_name(sources, SelectionRequest(request), {}, {});
  ASSERT_TRUE(ranked);
  EXPECT_EQ(ranked->level, NameLevel::kAddress);
  EXPECT_EQ(ranked->match.candidate(sources).alias, "address");
  EXPECT_EQ(by_name(sources, ""), "a");
}

TEST(NameSelectionTest, ACommonNameIsANameWhereTheSanHasNone) {
  const Sources sources{
      source({{"a", named({"a.org"})}, {"cn", {.common_name = "cn.example.com"}}})};
  EXPECT_EQ(by_name(sources, "cn.example.com"), "cn");
}

TEST(NameSelectionTest, KnowsWhichNamesItAnswers) {
  const Sources sources{nullptr, source({{"a", named({"*.example.com"})}})};
  EXPECT_TRUE(knows_name(sources, "www.example.com", {}));
  EXPECT_FALSE(knows_name(sources, "www.example.org", {}));
  EXPECT_TRUE(knows_name(sources, "www.example.org", {.default_alias = "a"}));
}

}  // namespace
}  // namespace keyrack
