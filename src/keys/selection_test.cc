// SPDX-License-Identifier: Apache-2.0
#include "keys/selection.h"

#include <gtest/gtest.h>

#include "keys/candidates_for_test.h"

namespace keyrack {
namespace {

using testing::authority;
using testing::chosen;
using testing::client_request;
using testing::KeyType;
using testing::server_request;
using testing::source;
using testing::Sources;

const testing::CertificateRequest kExpired{.not_before_days = -10, .not_after_days = -5};
const testing::CertificateRequest kCodeSigning{.extensions = {{"extendedKeyUsage", "codeSigning"}}};
const testing::CertificateRequest kRsa{.key_label = "rsa", .key_type = KeyType::kRsa2048};

TEST(SelectionTest, WithoutKeyTypesNothingIsChosen) {
  EXPECT_EQ(chosen({source({{"a", {}}})}, client_request({})), "none");
}

TEST(SelectionTest, TheFirstOkEntryOfTheFirstSourceWins) {
  const Sources sources{source({{"old", kExpired}, {"a", {}}, {"b", {}}}), source({{"c", {}}})};
  EXPECT_EQ(chosen(sources, server_request("EC")), "a");
}

TEST(SelectionTest, SourceOrderBeatsKeyTypeOrder) {
  const Sources sources{source({{"rsa", kRsa}}), source({{"ec", {}}})};
  EXPECT_EQ(chosen(sources, client_request({"EC", "RSA"})), "rsa");
}

TEST(SelectionTest, WithinASourceAnOkEntryOfTheFirstKeyTypeWins) {
  const Sources sources{source({{"rsa", kRsa}, {"ec", {}}})};
  EXPECT_EQ(chosen(sources, client_request({"EC", "RSA"})), "ec");
  EXPECT_EQ(chosen(sources, client_request({"EdDSA", "EC", "RSA"})), "rsa");
}

TEST(SelectionTest, ADoubtfulCertificateIsSentRatherThanNone) {
  const Sources sources{source({{"code", kCodeSigning}}), source({{"old", kExpired}})};
  EXPECT_EQ(chosen(sources, server_request("EC")), "old");
}

TEST(SelectionTest, AmongImperfectOnesJudgementBeatsKeyType) {
  testing::CertificateRequest old_rsa = kRsa;
  old_rsa.not_before_days = -10;
  old_rsa.not_after_days = -5;
  const Sources sources{source({{"code", kCodeSigning}, {"old-rsa", old_rsa}})};
  EXPECT_EQ(chosen(sources, client_request({"EC", "RSA"})), "old-rsa");
}

TEST(SelectionTest, AnExpiredEntryLosesToAFreshOneUnderAnotherAlias) {
  EXPECT_EQ(chosen({source({{"old", kExpired}, {"new", {}}})}, server_request("EC")), "new");
}

TEST(SelectionTest, ExpiryIsJudgedAtTheMomentOfTheCall) {
  const Sources sources{source({{"short", {.not_after_days = 1}}, {"long", {}}})};
  SelectionRequest request = server_request("EC");
  EXPECT_EQ(chosen(sources, request), "short");
  request.now += std::chrono::days(2);
  EXPECT_EQ(chosen(sources, request), "long");
}

TEST(SelectionTest, TheSignerOfAKeyTypeIsTheIssuersKey) {
  const auto& rsa_root = authority("RSA root", KeyType::kRsa2048);
  const Sources sources{source({{"self", {}}, {"issued", {.issuer = &rsa_root}}})};
  EXPECT_EQ(chosen(sources, server_request("EC_RSA")), "issued");
  EXPECT_EQ(chosen(sources, server_request("EC_EC")), "self") << "read from ecdsa-with-SHA256";
}

TEST(SelectionTest, IssuersOfAnyCertificateOfTheChainCount) {
  const auto& root = authority("Wanted");
  const Sources sources{source({{"self", {}}, {"issued", {.issuer = &root}}})};
  SelectionRequest request = server_request("EC");
  const auto name = testing::candidate({"x", {.issuer = &root}});
  request.issuers = {name.links[0].issuer};
  EXPECT_EQ(chosen(sources, request), "issued");
  request.issuers = {"nobody"};
  EXPECT_EQ(chosen(sources, request), "none");
}

TEST(SelectionTest, UnusableIssuersMeanAll) {
  KeyRequest request{.key_types = {"EC"}, .issuers = {{0x30, 0x05}, {}}};
  EXPECT_EQ(chosen({source({{"a", {}}})}, SelectionRequest(request)), "a");
}

TEST(SelectionTest, ThePeerMustVerifyEverySignatureOfTheChain) {
  const auto& rsa_root = authority("RSA root", KeyType::kRsa2048);
  const Sources sources{source({{"by-rsa", {.issuer = &rsa_root}}, {"by-ec", {}}})};
  KeyRequest request{.key_types = {"EC"},
                     .certificate_signature_algorithms = {{"ecdsa_secp256r1_sha256", "unknown"}}};
  EXPECT_EQ(chosen(sources, SelectionRequest(request)), "by-ec");
  request.certificate_signature_algorithms = {{"SHA256withRSA"}};
  EXPECT_EQ(chosen(sources, SelectionRequest(request)), "by-rsa");
}

TEST(SelectionTest, TheKeyMustSignWithWhatThePeerVerifies) {
  const Sources sources{source({{"p384", {.key_type = KeyType::kP384}}, {"p256", {}}})};
  KeyRequest request{.key_types = {"EC"}, .signature_algorithms = {{"ecdsa_secp256r1_sha256"}}};
  EXPECT_EQ(chosen(sources, SelectionRequest(request)), "p256") << "TLS 1.3 binds the curve";
  request.version = TlsVersion::kTls1_2;
  EXPECT_EQ(chosen(sources, SelectionRequest(request)), "p384") << "TLS 1.2 does not";
}

TEST(SelectionTest, UpToTls12TheCurveIsOneOfThePeersGroups) {
  const Sources sources{source({{"p384", {.key_type = KeyType::kP384}}, {"p256", {}}})};
  KeyRequest request{
      .key_types = {"EC"}, .groups = {{"secp256r1"}}, .version = TlsVersion::kTls1_2};
  EXPECT_EQ(chosen(sources, SelectionRequest(request)), "p256");
  request.version = TlsVersion::kTls1_3;
  EXPECT_EQ(chosen(sources, SelectionRequest(request)), "p384");
}

TEST(SelectionTest, SmallKeysAndDisabledSignaturesArePassedOver) {
  const Sources sources{source({{"a", {}}})};
  SelectionRules rules;
  rules.constraints.min_ec_bits = 384;
  EXPECT_EQ(chosen(sources, server_request("EC"), rules), "none");
  rules.constraints.min_ec_bits = 256;
  rules.constraints.disabled = signatures_of_digest("SHA256");
  EXPECT_EQ(chosen(sources, server_request("EC"), rules), "none");
}

TEST(SelectionTest, ASourceThatCannotBeReadHidesNoOther) {
  EXPECT_EQ(chosen({nullptr, source({{"a", {}}})}, server_request("EC")), "a");
}

TEST(SelectionTest, AListingHoldsAllThatPassBestFirstWhateverTheConstraints) {
  const Sources sources{source({{"code", kCodeSigning}, {"old", kExpired}, {"rsa", kRsa}}),
                        source({{"a", {}}})};
  SelectionRules rules;
  rules.constraints.min_ec_bits = 10'000;
  std::vector<std::string> aliases;
  for (const Match& match : list(sources, server_request("EC", "no.such.name"), rules)) {
    aliases.push_back(match.candidate(sources).alias);
  }
  EXPECT_EQ(aliases, (std::vector<std::string>{"a", "old", "code"}));
}

}  // namespace
}  // namespace keyrack
