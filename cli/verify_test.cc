// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/tool_process.h"
#include "cli/x509_text.h"
#include "tests/support/certificate_maker.h"
#include "tests/support/temporary_folder.h"

namespace keyrack::cli {
namespace {

using ::testing::HasSubstr;
using namespace keyrack::testing;

class Verify : public ::testing::Test {
 protected:
  // A verification of leaf and intermediate, with `more` options.
  ToolResult verify(std::vector<std::string> more, std::string chain = {}) {
    std::vector<std::string> arguments{"verify", "--json", "--trust", root_file_.string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    arguments.push_back("-");
    if (chain.empty()) chain = leaf_.pem() + intermediate_.pem();
    return run_tool(ToolCall{arguments, std::move(chain)});
  }

  TemporaryFolder folder_;
  TestCertificate root_ = make_certificate({.common_name = "Verify Root", .is_ca = true});
  TestCertificate intermediate_ =
      make_certificate({.common_name = "Verify CA", .issuer = &root_, .is_ca = true});
  TestCertificate leaf_ = make_certificate(
      {.common_name = "leaf", .issuer = &intermediate_, .dns_names = {"leaf.example"}});
  std::filesystem::path root_file_ = folder_.write("root.pem", root_.pem());
};

TEST_F(Verify, GoodChainIsOkWithEveryField) {
  const ToolResult result = verify({"--host", "leaf.example"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto json = result.json();
  EXPECT_EQ(json.at("schema_version"), 1);
  EXPECT_EQ(json.at("verdict"), "ok");
  EXPECT_EQ(json.at("code"), "X509_V_OK");
  EXPECT_EQ(json.at("depth"), 0);
  EXPECT_EQ(json.at("message"), "ok");
  ASSERT_EQ(json.at("chain").size(), 3u);
  EXPECT_EQ(json.at("chain").at(2).at("subject"), "CN=Verify Root");
  EXPECT_EQ(json.at("chain").at(2).at("sha256"), sha256_of(root_.certificate.get()));
  EXPECT_EQ(json.at("anchors"), (nlohmann::ordered_json{{"indexed", 1}, {"parsed", 1}}));
}

TEST_F(Verify, UnknownIssuerFailsWithItsCodeAndDepth) {
  const ToolResult result = verify({}, leaf_.pem());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.json().at("verdict"), "failed");
  EXPECT_EQ(result.json().at("code"), "X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY");
  EXPECT_EQ(result.json().at("anchors").at("parsed"), 0);
}

TEST_F(Verify, WrongHostAndAddressFail) {
  EXPECT_EQ(verify({"--host", "other.example"}).json().at("code"), "X509_V_ERR_HOSTNAME_MISMATCH");
  EXPECT_EQ(verify({"--host", "192.0.2.1"}).json().at("code"), "X509_V_ERR_IP_ADDRESS_MISMATCH");
}

TEST_F(Verify, TimeCanBeChosen) {
  EXPECT_EQ(verify({"--at", "2090-01-01"}).json().at("code"), "X509_V_ERR_CERT_HAS_EXPIRED");
  const ToolResult wrong = verify({"--at", "tomorrow"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.error, HasSubstr("--at"));
}

TEST_F(Verify, PartialChainsNeedTheirOption) {
  const auto file = folder_.write("intermediate.pem", intermediate_.pem());
  const std::vector<std::string> arguments{"verify", "--trust", file.string(), "-"};
  EXPECT_EQ(run_tool(ToolCall{arguments, leaf_.pem()}).exit_code, 1);
  std::vector<std::string> partial = arguments;
  partial.insert(partial.begin() + 1, "--partial-chain");
  EXPECT_EQ(run_tool(ToolCall{partial, leaf_.pem()}).exit_code, 0);
}

TEST_F(Verify, SourcesOfTrustAreMerged) {
  const auto other = make_certificate({.common_name = "Another Root", .is_ca = true});
  const auto file = folder_.write("other.pem", other.pem());
  const ToolResult result = run_tool(ToolCall{
      {"verify", "--json", "--trust", file.string() + "," + root_file_.string() + ",bundled", "-"},
      leaf_.pem() + intermediate_.pem()});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_GT(result.json().at("anchors").at("indexed"), 100);
  EXPECT_EQ(result.json().at("anchors").at("parsed"), 1);
}

TEST_F(Verify, RevokedLeafFails) {
  const X509CrlPtr crl(X509_CRL_new());
  X509_CRL_set_version(crl.get(), 1);
  X509_CRL_set_issuer_name(crl.get(), X509_get_subject_name(intermediate_.certificate.get()));
  const OpenSslPtr<ASN1_TIME, ASN1_TIME_free> before(X509_gmtime_adj(nullptr, -3600));
  const OpenSslPtr<ASN1_TIME, ASN1_TIME_free> after(X509_gmtime_adj(nullptr, 3600));
  X509_CRL_set1_lastUpdate(crl.get(), before.get());
  X509_CRL_set1_nextUpdate(crl.get(), after.get());
  X509_REVOKED* const revoked = X509_REVOKED_new();
  X509_REVOKED_set_serialNumber(revoked, X509_get_serialNumber(leaf_.certificate.get()));
  X509_REVOKED_set_revocationDate(revoked, before.get());
  X509_CRL_add0_revoked(crl.get(), revoked);
  X509_CRL_sign(crl.get(), intermediate_.key, EVP_sha256());
  const BioPtr bio(BIO_new(BIO_s_mem()));
  PEM_write_bio_X509_CRL(bio.get(), crl.get());
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &data);
  const auto file =
      folder_.write("list.pem", std::string_view(data, static_cast<std::size_t>(size)));
  EXPECT_EQ(verify({"--crl", file.string()}).json().at("code"), "X509_V_ERR_CERT_REVOKED");
}

TEST_F(Verify, ExplanationNamesTheCandidatesAndWhyTheyFell) {
  // The same name with another key: it cannot have made the signature.
  const auto namesake = make_certificate({.common_name = "Verify Root",
                                          .key_label = "another key",
                                          .is_ca = true,
                                          .with_key_identifiers = false});
  const auto file = folder_.write("roots.pem", namesake.pem() + root_.pem());
  const ToolResult result =
      run_tool(ToolCall{{"verify", "--json", "--explain", "--trust", file.string(), "-"},
                        leaf_.pem() + intermediate_.pem()});
  ASSERT_EQ(result.exit_code, 0) << result.out << result.error;
  const auto steps = result.json().at("explanation");
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps.at(0).at("issuer"), "CN=Verify CA");
  EXPECT_EQ(steps.at(0).at("candidates").at(0).at("source"), "presented");
  ASSERT_EQ(steps.at(1).at("candidates").size(), 2u);
  EXPECT_EQ(steps.at(1).at("candidates").at(0).at("outcome"), "its key did not make the signature");
  EXPECT_EQ(steps.at(1).at("candidates").at(1).at("outcome"), "chosen");
}

TEST_F(Verify, TextTellsWhatToDo) {
  const ToolResult result = run_tool(ToolCall{{"verify", "-"}, leaf_.pem()});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("what to do: present the missing intermediate"));
  EXPECT_THAT(result.out, HasSubstr("anchors indexed, 0 parsed"));
}

TEST_F(Verify, BadInputExitsWithThreeAndNamesThePlace) {
  const auto bad = folder_.write(
      "bad.pem", root_.pem() + "-----BEGIN CERTIFICATE-----\n????\n-----END CERTIFICATE-----\n");
  const ToolResult trust =
      run_tool(ToolCall{{"verify", "--trust", bad.string(), "-"}, leaf_.pem()});
  EXPECT_EQ(trust.exit_code, 3);
  EXPECT_THAT(trust.error, HasSubstr(bad.string()));
  EXPECT_THAT(trust.error, HasSubstr("offset " + std::to_string(root_.pem().size())));
  EXPECT_EQ(verify({}, "no certificate\n").exit_code, 3);
  EXPECT_EQ(verify({"--crl", root_file_.string()}).exit_code, 3);
}

TEST_F(Verify, PurposeThatOpenSslDoesNotKnowIsWrongUsage) {
  EXPECT_EQ(verify({"--purpose", "nonsense"}).exit_code, 2);
  EXPECT_EQ(verify({"--purpose", "any"}).exit_code, 0);
  EXPECT_EQ(verify({"--purpose", "sslclient"}).exit_code, 0);
}

TEST_F(Verify, PasswordsComeFromFilesAndVariablesAndAreMissedByName) {
  const ToolResult result = verify({"--password-env", "KEYRACK_TEST_ABSENT"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error, HasSubstr("KEYRACK_TEST_ABSENT"));
}

}  // namespace
}  // namespace keyrack::cli
