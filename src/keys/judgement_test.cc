// SPDX-License-Identifier: Apache-2.0
#include "keys/judgement.h"

#include <gtest/gtest.h>

#include "keys/candidates_for_test.h"

namespace keyrack {
namespace {

using testing::candidate;
using testing::KeyType;

std::chrono::sys_seconds now() {
  return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

Judgement judged(const testing::CertificateRequest& request, Role role,
                 const std::string& name = "", const JudgementRules& rules = {}) {
  return judge(candidate({"x", request}), role, now(), name, rules);
}

Judgement with_usage(KeyType type, Role role, const std::string& usage,
                     const JudgementRules& rules = {}) {
  return judged({.key_type = type, .extensions = {{"keyUsage", usage}}}, role, "", rules);
}

TEST(JudgementTest, ACertificateWithoutUsagesIsForBothRoles) {
  EXPECT_EQ(judged({}, Role::kServer), Judgement::kOk);
  EXPECT_EQ(judged({}, Role::kClient), Judgement::kOk);
}

TEST(JudgementTest, AnExtendedKeyUsageLimitsTheRole) {
  const auto with = [](const char* purposes) {
    return testing::CertificateRequest{.extensions = {{"extendedKeyUsage", purposes}}};
  };
  EXPECT_EQ(judged(with("serverAuth"), Role::kServer), Judgement::kOk);
  EXPECT_EQ(judged(with("serverAuth"), Role::kClient), Judgement::kExtensionMismatch);
  EXPECT_EQ(judged(with("clientAuth"), Role::kClient), Judgement::kOk);
  EXPECT_EQ(judged(with("clientAuth"), Role::kServer), Judgement::kExtensionMismatch);
  EXPECT_EQ(judged(with("anyExtendedKeyUsage"), Role::kClient), Judgement::kOk);
  EXPECT_EQ(judged(with("codeSigning"), Role::kServer), Judgement::kExtensionMismatch);
  EXPECT_EQ(judged(with("nsSGC"), Role::kServer), Judgement::kOk);
}

TEST(JudgementTest, AnRsaServerMayEncipherInsteadOfSigning) {
  EXPECT_EQ(with_usage(KeyType::kRsa2048, Role::kServer, "keyEncipherment"), Judgement::kOk);
  EXPECT_EQ(with_usage(KeyType::kRsa2048, Role::kClient, "keyEncipherment"),
            Judgement::kExtensionMismatch);
  EXPECT_EQ(with_usage(KeyType::kRsa2048, Role::kClient, "digitalSignature"), Judgement::kOk);
}

TEST(JudgementTest, AnEcKeySignsAndNeedsKeyAgreementOnlyTheJdksWay) {
  EXPECT_EQ(with_usage(KeyType::kP256, Role::kServer, "digitalSignature"), Judgement::kOk);
  EXPECT_EQ(with_usage(KeyType::kP256, Role::kServer, "keyAgreement"),
            Judgement::kExtensionMismatch);
  const JudgementRules jdk{.jdk_compatible_usage = true};
  EXPECT_EQ(with_usage(KeyType::kP256, Role::kServer, "digitalSignature", jdk),
            Judgement::kExtensionMismatch);
  EXPECT_EQ(with_usage(KeyType::kP256, Role::kServer, "digitalSignature,keyAgreement", jdk),
            Judgement::kOk);
  EXPECT_EQ(with_usage(KeyType::kP256, Role::kClient, "digitalSignature", jdk), Judgement::kOk);
}

TEST(JudgementTest, AnExtensionThatCannotBeReadIsAMismatch) {
  EXPECT_EQ(judged({.extensions = {{"2.5.29.37", "DER:0500"}}}, Role::kServer),
            Judgement::kExtensionMismatch);
}

TEST(JudgementTest, TimeIsJudgedAtBothEnds) {
  EXPECT_EQ(judged({.not_before_days = -10, .not_after_days = -5}, Role::kServer),
            Judgement::kExpired);
  EXPECT_EQ(judged({.not_before_days = 5}, Role::kServer), Judgement::kExpired);
}

TEST(JudgementTest, UsageIsWorseThanExpiryIsWorseThanAName) {
  testing::CertificateRequest request{
      .not_before_days = -10, .not_after_days = -5, .dns_names = {"a.example.com"}};
  EXPECT_EQ(judged(request, Role::kServer, "b.example.com"), Judgement::kExpired);
  request.extensions = {{"extendedKeyUsage", "codeSigning"}};
  EXPECT_EQ(judged(request, Role::kServer, "b.example.com"), Judgement::kExtensionMismatch);
}

TEST(JudgementTest, NamesMatchExactlyOrByAWildcardForOneLabel) {
  const testing::CertificateRequest request{.dns_names = {"*.example.com", "Exact.Example.ORG"}};
  EXPECT_EQ(judged(request, Role::kServer, "www.example.com"), Judgement::kOk);
  EXPECT_EQ(judged(request, Role::kServer, "a.b.example.com"), Judgement::kInsensitive);
  EXPECT_EQ(judged(request, Role::kServer, "example.com"), Judgement::kInsensitive);
  EXPECT_EQ(judged(request, Role::kServer, "exact.example.org"), Judgement::kOk);
  EXPECT_EQ(judged({.dns_names = {"*.com"}}, Role::kServer, "example.com"),
            Judgement::kInsensitive);
}

TEST(JudgementTest, TheCommonNameCountsOnlyWithoutDnsNames) {
  EXPECT_EQ(judged({.common_name = "cn.example.com"}, Role::kServer, "cn.example.com"),
            Judgement::kOk);
  EXPECT_EQ(judged({.common_name = "cn.example.com", .dns_names = {"san.example.com"}},
                   Role::kServer, "cn.example.com"),
            Judgement::kInsensitive);
  EXPECT_EQ(judged({.common_name = "cn.example.com"}, Role::kServer, "cn.example.com",
                   {.match_common_name = false}),
            Judgement::kInsensitive);
}

}  // namespace
}  // namespace keyrack
