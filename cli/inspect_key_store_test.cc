// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/tool_process.h"
#include "cli/x509_text.h"
#include "keys/key_stores_for_test.h"
#include "tests/support/temporary_folder.h"

namespace keyrack::cli {
namespace {

using ::testing::HasSubstr;
using namespace keyrack::testing;

class InspectKeyStore : public ::testing::Test {
 protected:
  ToolResult inspect(std::vector<std::string> more, const std::string& password = "changeit") {
    std::vector<std::string> arguments{"inspect", "--password-env", "STORE_PASSWORD",
                                       store_.string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_tool(ToolCall{arguments, {}, {"STORE_PASSWORD=" + password}});
  }

  TemporaryFolder folder_;
  TestCertificate root_ = make_certificate({.common_name = "Store Root", .is_ca = true});
  TestCertificate leaf_ =
      make_certificate({.common_name = "web", .issuer = &root_, .dns_names = {"web.example"}});
  std::filesystem::path store_ = folder_.write(
      "keys.p12", as_file(make_pkcs12(
                      {{.alias = "web", .request = {.issuer = &root_}, .certificate = &leaf_}})));
};

TEST_F(InspectKeyStore, JsonHasAliasChainAndEveryKdfCount) {
  const ToolResult result = inspect({"--json"});
  ASSERT_EQ(result.exit_code, 0) << result.out << result.error;
  const auto shown = result.json().at("files").at(0);
  EXPECT_EQ(shown.at("format"), "pkcs12");
  EXPECT_TRUE(shown.at("problems").empty());
  EXPECT_EQ(shown.at("integrity").at("mac"), "HMAC-SHA256");
  EXPECT_EQ(shown.at("integrity").at("kdf"), "PKCS12-SHA256");
  EXPECT_EQ(shown.at("integrity").at("iterations"), 20);
  ASSERT_EQ(shown.at("entries").size(), 1u);
  const auto& key = shown.at("entries").at(0);
  EXPECT_EQ(key.at("index"), 0);
  EXPECT_EQ(key.at("alias"), "web");
  EXPECT_EQ(key.at("kind"), "private_key");
  EXPECT_EQ(key.at("key_type"), "EC");
  EXPECT_EQ(key.at("key_bits"), 256);
  EXPECT_EQ(key.at("names"), std::vector<std::string>{"web.example"});
  EXPECT_EQ(key.at("encrypted"), true);
  EXPECT_EQ(key.at("encryption").at("iterations"), 20);
  EXPECT_EQ(key.at("chain"), (std::vector<std::string>{sha256_of(leaf_.certificate.get()),
                                                       sha256_of(root_.certificate.get())}));
}

TEST_F(InspectKeyStore, TextNamesTheAlgorithms) {
  const ToolResult result = inspect({});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("integrity: HMAC-SHA256, PKCS12-SHA256 with 20 iterations\n"));
  EXPECT_THAT(result.out, HasSubstr("AES-256-CBC, PBKDF2-HMAC-SHA256 with 20 iterations"));
  EXPECT_THAT(result.out, HasSubstr("decrypting one key takes"));
}

TEST_F(InspectKeyStore, AWrongPasswordIsACryptographicFailure) {
  const ToolResult result = inspect({"--json"}, "wrong");
  EXPECT_EQ(result.exit_code, 4);
  const auto shown = result.json().at("files").at(0);
  EXPECT_EQ(shown.at("problems").at(0).at("code"), "wrong_password");
  EXPECT_TRUE(shown.at("entries").empty());
}

TEST_F(InspectKeyStore, WithoutAPasswordTheMacIsToldAndHowToGiveOne) {
  const ToolResult result = run_tool({"inspect", store_.string()});
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_THAT(result.out, HasSubstr("20 iterations (not verified)"));
  EXPECT_THAT(result.out, HasSubstr("--password-file"));
  const auto shown = run_tool({"inspect", "--json", store_.string()}).json().at("files").at(0);
  EXPECT_EQ(shown.at("problems").at(0).at("code"), "password_required");
  EXPECT_EQ(shown.at("integrity").at("iterations"), 20);
}

TEST_F(InspectKeyStore, AKeyWithoutCertificateIsDecryptedToTellItsKind) {
  Pkcs12Maker maker(kStorePassword);
  maker.add_key(leaf_.key, {.friendly_name = "alone"}, {.iterations = 20}).end_safe();
  folder_.write("keys.p12", as_file(maker.make("SHA256", 20)));
  const auto shown = inspect({"--json"}).json().at("files").at(0);
  const auto& key = shown.at("entries").at(0);
  EXPECT_EQ(key.at("key_type"), "EC");
  EXPECT_TRUE(key.at("chain").empty());
}

TEST_F(InspectKeyStore, AFileWithoutMacSaysThatIntegrityIsNotProtected) {
  Pkcs12Maker maker(std::nullopt);
  maker.add_certificate(root_.certificate.get(), {.friendly_name = "root", .trusted = true});
  folder_.write("keys.p12", as_file(maker.end_safe().make(nullptr)));
  const ToolResult result = run_tool({"inspect", store_.string()});
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_THAT(result.out, HasSubstr("not protected"));
  EXPECT_THAT(result.out, HasSubstr("trusted_certificate"));
}

}  // namespace
}  // namespace keyrack::cli
