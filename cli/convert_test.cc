// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <iterator>

#include "cli/tool_process.h"
#include "keys/key_stores_for_test.h"
#include "tests/support/child_process.h"
#include "tests/support/temporary_folder.h"

namespace keyrack::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using namespace keyrack::testing;

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class Convert : public ::testing::Test {
 protected:
  std::string at(const char* name) const { return (folder_.path() / name).string(); }

  // With the password of IN, and that of OUT, in the environment.
  static ToolResult convert(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "convert");
    return run_tool(ToolCall{arguments, {}, {"IN_SECRET=changeit", "OUT_SECRET=another"}});
  }
  static nlohmann::ordered_json inspect(const std::string& path) {
    return run_tool(ToolCall{{"inspect", "--json", "--password-env", "SECRET", path},
                             {},
                             {"SECRET=another"}})
        .json()
        .at("files")
        .at(0);
  }
  // What the openssl program prints; the test fails when it does.
  static std::string openssl(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), find_program("openssl"));
    ChildProcess process(arguments);
    EXPECT_EQ(process.wait(in_seconds(60)), 0) << process.output();
    return process.output();
  }

  TemporaryFolder folder_;
  TestCertificate root_ = make_certificate({.common_name = "Convert Root", .is_ca = true});
  TestCertificate leaf_ = make_certificate({.common_name = "converted", .issuer = &root_});
  std::string pem_ =
      folder_.write("server.pem", leaf_.key_pem() + leaf_.pem() + root_.pem()).string();
  std::string store_ =
      folder_
          .write("store.p12",
                 as_file(make_pkcs12(
                     {{.alias = "web", .request = {.issuer = &root_}, .certificate = &leaf_}})))
          .string();
};

TEST_F(Convert, OpensslReadsWhatPemBecame) {
  const ToolResult result =
      convert({pem_, at("out.p12"), "--alias", "mine", "--out-password-env", "OUT_SECRET"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const std::string text =
      openssl({"pkcs12", "-in", at("out.p12"), "-passin", "pass:another", "-nodes"});
  EXPECT_THAT(text, HasSubstr(leaf_.key_pem()));
  EXPECT_THAT(text, HasSubstr(leaf_.pem()));
  EXPECT_THAT(text, HasSubstr(root_.pem()));
  EXPECT_THAT(text, HasSubstr("friendlyName: mine"));
}

TEST_F(Convert, WhatOpensslExportedBecomesPemWithItsKeyStillEncrypted) {
  openssl(
      {"pkcs12", "-export", "-in", pem_, "-out", at("openssl.p12"), "-passout", "pass:changeit"});
  const ToolResult result =
      convert({at("openssl.p12"), at("out.pem"), "--password-env", "IN_SECRET"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const std::string pem = content_of(at("out.pem"));
  EXPECT_THAT(pem, HasSubstr("BEGIN ENCRYPTED PRIVATE KEY"));
  EXPECT_THAT(pem, Not(HasSubstr("BEGIN PRIVATE KEY")));
  EXPECT_THAT(pem, HasSubstr(leaf_.pem() + root_.pem()));
  EXPECT_EQ(openssl({"pkey", "-in", at("out.pem"), "-passin", "pass:changeit"}), leaf_.key_pem());
}

TEST_F(Convert, ThereAndBackIsTheSame) {
  ASSERT_EQ(convert({pem_, at("a.p12"), "--out-password-env", "IN_SECRET"}).exit_code, 0);
  const ToolResult back = convert(
      {at("a.p12"), at("a.pem"), "--password-env", "IN_SECRET", "--profile", "passwordless"});
  ASSERT_EQ(back.exit_code, 0) << back.error;
  EXPECT_EQ(content_of(at("a.pem")), content_of(pem_));
}

TEST_F(Convert, AKeyKeepsTheTimeOfItsCreation) {
  const auto created = [](const std::string& path, const char* password) {
    return KeyStore::open(path, Password(password))->entries().front().created;
  };
  ASSERT_EQ(convert({pem_, at("a.p12"), "--out-password-env", "IN_SECRET"}).exit_code, 0);
  ASSERT_EQ(convert({at("a.p12"), at("b.p12"), "--password-env", "IN_SECRET", "--out-password-env",
                     "OUT_SECRET"})
                .exit_code,
            0);
  EXPECT_TRUE(created(at("a.p12"), "changeit"));
  EXPECT_EQ(created(at("b.p12"), "another"), created(at("a.p12"), "changeit"));
}

TEST_F(Convert, NothingIsWrittenWithoutAPasswordUnlessAskedFor) {
  const ToolResult result = convert({pem_, at("out.p12")});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error, HasSubstr("--profile passwordless"));
  EXPECT_FALSE(std::filesystem::exists(at("out.p12")));
  EXPECT_EQ(convert({pem_, at("out.p12"), "--profile", "passwordless"}).exit_code, 0);
  EXPECT_EQ(
      convert({pem_, at("b.p12"), "--profile", "passwordless", "--out-password-env", "OUT_SECRET"})
          .exit_code,
      2);
}

TEST_F(Convert, EachProfileIsWhatItsNameSays) {
  const auto shown_as = [&](const char* profile) {
    const ToolResult result =
        convert({store_, at("out.p12"), "--profile", profile, "--force", "--password-env",
                 "IN_SECRET", "--out-password-env", "OUT_SECRET"});
    EXPECT_EQ(result.exit_code, 0) << result.error;
    return inspect(at("out.p12"));
  };
  const auto normal = shown_as("default");
  EXPECT_EQ(normal.at("integrity").at("kdf"), "PKCS12-SHA256");
  EXPECT_EQ(normal.at("entries").at(0).at("alias"), "web");
  EXPECT_EQ(normal.at("entries").at(0).at("encryption").at("cipher"), "AES-256-CBC");
  EXPECT_EQ(normal.at("entries").at(0).at("encryption").at("iterations"), 10'000);
  EXPECT_EQ(shown_as("modern").at("integrity").at("kdf"), "PBKDF2-HMAC-SHA256");
  EXPECT_EQ(shown_as("java8").at("integrity").at("mac"), "HMAC-SHA1");
}

TEST_F(Convert, OutIsForItsOwnerAndReplacedOnlyByForce) {
  const std::vector<std::string> call{pem_, at("out.p12"), "--out-password-env", "OUT_SECRET"};
  ASSERT_EQ(convert(call).exit_code, 0);
  struct stat status{};
  ASSERT_EQ(::stat(at("out.p12").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0600u);
  const std::string before = content_of(at("out.p12"));
  const ToolResult refused = convert(call);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.error, HasSubstr("--force"));
  EXPECT_EQ(content_of(at("out.p12")), before);
  std::vector<std::string> forced = call;
  forced.emplace_back("--force");
  EXPECT_EQ(convert(forced).exit_code, 0);
  EXPECT_NE(content_of(at("out.p12")), before);
}

TEST_F(Convert, CertificatesAloneBecomeTrusted) {
  const auto roots = folder_.write("roots.pem", root_.pem()).string();
  ASSERT_EQ(convert({roots, at("trust.p12"), "--out-password-env", "OUT_SECRET"}).exit_code, 0);
  const auto entries = inspect(at("trust.p12")).at("entries");
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_EQ(entries.at(0).at("kind"), "trusted_certificate");
}

TEST_F(Convert, WhatHasNoPlaceIsNamedAndAFinding) {
  const auto other = make_certificate({.common_name = "bystander"});
  const auto pem = folder_.write("more.pem", leaf_.key_pem() + leaf_.pem() + other.pem()).string();
  const ToolResult result = convert({pem, at("out.p12"), "--out-password-env", "OUT_SECRET"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.error, HasSubstr("CN=bystander"));
}

TEST_F(Convert, AnyWrongUseWritesNothing) {
  EXPECT_EQ(convert({pem_, at("out.bin"), "--out-password-env", "OUT_SECRET"}).exit_code, 2);
  EXPECT_EQ(convert({store_, at("out.pem"), "--password-env", "OUT_SECRET"}).exit_code, 4);
  EXPECT_EQ(convert({store_, at("out.pem")}).exit_code, 4);
  EXPECT_EQ(
      convert({store_, at("out.pem"), "--password-env", "IN_SECRET", "--alias", "no"}).exit_code,
      2);
  EXPECT_FALSE(std::filesystem::exists(at("out.pem")));
}

}  // namespace
}  // namespace keyrack::cli
