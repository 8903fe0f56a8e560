// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/tool_process.h"
#include "keys/key_stores_for_test.h"
#include "tests/support/temporary_folder.h"

namespace keyrack::cli {
namespace {

using ::testing::HasSubstr;
using namespace keyrack::testing;

class Choose : public ::testing::Test {
 protected:
  ToolResult choose(std::vector<std::string> more) const {
    std::vector<std::string> arguments{"choose", "--keys", store_.string(), "--password-file",
                                       password_.string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_tool(arguments);
  }

  TemporaryFolder folder_;
  std::filesystem::path password_ = folder_.write("password", kStorePassword);
  std::filesystem::path store_ = folder_.write(
      "keys.p12",
      as_file(make_pkcs12(
          {{"old", {.not_before_days = -9, .not_after_days = -5, .dns_names = {"www.example.com"}}},
           {"wild", {.dns_names = {"*.example.com"}}},
           {"other", {.key_type = KeyType::kRsa2048}}})));
};

TEST_F(Choose, TellsWhoWonAndWhyEachOtherLost) {
  const ToolResult result = choose({"--name", "www.example.com", "--type", "EC", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto json = result.json();
  EXPECT_EQ(json.at("schema_version"), 1);
  EXPECT_EQ(json.at("chosen").at("alias"), "wild");
  EXPECT_EQ(json.at("chosen").at("judgement"), "ok");
  EXPECT_EQ(json.at("chosen").at("sha256").get<std::string>().size(), 64u);
  ASSERT_EQ(json.at("candidates").size(), 3u);
  EXPECT_EQ(json.at("candidates").at(0).at("judgement"), "expired");
  EXPECT_EQ(json.at("candidates").at(1).at("reason"), "chosen");
  EXPECT_TRUE(json.at("candidates").at(2).at("judgement").is_null());
}

TEST_F(Choose, NoChoiceIsAFinding) {
  const ToolResult result = choose({"--type", "DSA"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("no certificate"));
}

TEST_F(Choose, AnAuthorityIsNamedAsPeopleWriteIt) {
  EXPECT_EQ(choose({"--type", "RSA", "--issuer", "CN=other"}).exit_code, 0);
  EXPECT_EQ(choose({"--type", "RSA", "--issuer", "CN=nobody,O=At all"}).exit_code, 1);
  EXPECT_EQ(choose({"--issuer", "nobody"}).exit_code, 2);
}

TEST_F(Choose, AnotherTimeIsAnotherChoice) {
  const auto json =
      choose({"--name", "www.example.com", "--type", "EC", "--at", "1999-12-31", "--json"}).json();
  EXPECT_EQ(json.at("chosen").at("judgement"), "expired");
}

TEST_F(Choose, PemAndKeyStoresStandSideBySide) {
  const TestCertificate root = make_certificate({.common_name = "root", .is_ca = true});
  const TestCertificate pair = make_certificate({.common_name = "pair", .issuer = &root});
  const TestCertificate one = make_certificate({.common_name = "one"});
  const auto key = folder_.write("tls.key", pair.key_pem());
  const auto certificates = folder_.write("tls.crt", root.pem() + pair.pem());
  const auto both = folder_.write("one.pem", one.pem() + one.key_pem());
  const std::string password = folder_.write("password", kStorePassword).string();
  const ToolResult result =
      run_tool({"choose", "--keys", key.string(), certificates.string(), store_.string(),
                both.string(), "--password-file", password, "--type", "EC", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto json = result.json();
  EXPECT_EQ(json.at("chosen").at("alias"), "tls");
  EXPECT_EQ(json.at("chosen").at("source"), key.string() + " " + certificates.string());
  ASSERT_EQ(json.at("candidates").size(), 5u);
  EXPECT_EQ(json.at("candidates").at(4).at("alias"), "one");
  EXPECT_EQ(json.at("candidates").at(4).at("source"), both.string());
}

TEST_F(Choose, APemFileWithoutAKeyIsNoIdentity) {
  const auto alone = folder_.write("alone.pem", make_certificate({.common_name = "alone"}).pem());
  const ToolResult result = run_tool({"choose", "--keys", alone.string()});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.error, HasSubstr("no private key"));
}

TEST_F(Choose, AWrongPasswordIsACryptographicFailure) {
  folder_.write("password", "wrong");
  EXPECT_EQ(choose({}).exit_code, 4);
}

}  // namespace
}  // namespace keyrack::cli
