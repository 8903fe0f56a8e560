// SPDX-License-Identifier: Apache-2.0
// Who reads what KeyStoreWriter writes. The store holds two keys, their chains and one anchor.
//
// | profile      | JDK 17, 25  | OpenSSL 3.0 | GnuTLS 3.7 | NSS 3.87 |
// |--------------|-------------|-------------|------------|----------|
// | default      | all         | all         | all        | all      |
// | modern       | refuses     | refuses     | refuses    | refuses  |
// | java8        | all         | all         | all        | all      |
// | passwordless | anchors     | all         | refuses    | refuses  |
//
// PBMAC1 came with JDK 26 and OpenSSL 3.4. The JDK knows no keys in the clear and passes over
// them; GnuTLS and NSS insist on a MAC.
#include <gtest/gtest.h>
#include <keyrack/key_store_writer.h>
#include <keyrack/openssl.h>

#include <cstdio>

#include "tests/interop/run_tool.h"
#include "tests/support/certificate_maker.h"
#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

using testing::make_certificate;
using testing::run_tool;
using testing::TestCertificate;
using testing::ToolResult;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++found;
  return found;
}

// The first "N.N" or "N" in what a tool says of its version, after `word`.
double version_in(const std::string& text, const std::string& word) {
  const std::size_t at = text.find(word);
  double version = 0;
  if (at != std::string::npos) std::sscanf(text.c_str() + at + word.size(), "%lf", &version);
  return version;
}

class KeyStoreWriting : public ::testing::TestWithParam<KeyStoreProfile> {
 protected:
  void SetUp() override {
    const TestCertificate root = make_certificate({.common_name = "Root", .is_ca = true});
    const TestCertificate first = make_certificate({.common_name = "first", .issuer = &root});
    const TestCertificate second = make_certificate(
        {.common_name = "second", .key_type = testing::KeyType::kRsa2048, .issuer = &root});
    auto certificate = [](const TestCertificate& made) {
      return *Certificate::from_der(made.der());
    };
    KeyStoreWriter writer;
    ASSERT_TRUE(set_key(writer, "first", first.key, {certificate(first), certificate(root)}));
    ASSERT_TRUE(set_key(writer, "second", second.key, {certificate(second), certificate(root)}));
    ASSERT_TRUE(writer.set_trusted_certificate("anchor", certificate(root)));
    const Result<void> written = writer.write(path(), is_open() ? Password() : Password("changeit"),
                                              {.profile = GetParam()});
    ASSERT_TRUE(written) << written.error().describe();
  }
  std::string path() const { return (folder_.path() / "k.p12").string(); }
  bool is_open() const { return GetParam() == KeyStoreProfile::kPasswordless; }
  bool is_modern() const { return GetParam() == KeyStoreProfile::kModern; }
  std::string password() const { return is_open() ? "" : "changeit"; }

  const testing::TemporaryFolder folder_;
};

void expect_java(const std::string& tool, double version, const KeyStoreProfile profile,
                 const std::string& path) {
  // keytool wants six characters even where no password is used.
  const ToolResult listed = run_tool({tool, "-list", "-keystore", path, "-storepass", "changeit"});
  if (profile == KeyStoreProfile::kModern && version < 26) {
    EXPECT_NE(listed.exit_code, 0) << listed.output;
    return;
  }
  EXPECT_EQ(listed.exit_code, 0) << listed.output;
  EXPECT_EQ(count(listed.output, "trustedCertEntry"), 1u) << listed.output;
  EXPECT_EQ(count(listed.output, "PrivateKeyEntry"),
            profile == KeyStoreProfile::kPasswordless ? 0u : 2u)
      << listed.output;
}

TEST_P(KeyStoreWriting, ForTheJdk) {
  KEYRACK_REQUIRE_TOOL(tool, "keytool");
  KEYRACK_REQUIRE_TOOL(java, "java");
  const double version = version_in(run_tool({java, "-version"}).output, "version \"");
  expect_java(tool, version, GetParam(), path());
}

TEST_P(KeyStoreWriting, ForAJdkNamedByTheEnvironment) {
  const char* home = std::getenv("KEYRACK_OTHER_JDK");
  if (home == nullptr) GTEST_SKIP() << "KEYRACK_OTHER_JDK names none";
  const std::string folder = std::string(home) + "/bin/";
  const double version = version_in(run_tool({folder + "java", "-version"}).output, "version \"");
  expect_java(folder + "keytool", version, GetParam(), path());
}

TEST_P(KeyStoreWriting, ForOpenSsl) {
  KEYRACK_REQUIRE_TOOL(openssl, "openssl");
  const double version = version_in(run_tool({openssl, "version"}).output, "OpenSSL ");
  const ToolResult read =
      run_tool({openssl, "pkcs12", "-in", path(), "-passin", "pass:" + password(), "-nodes"});
  if (is_modern() && version < 3.4) {
    EXPECT_NE(read.exit_code, 0) << read.output;
    return;
  }
  EXPECT_EQ(read.exit_code, 0) << read.output;
  EXPECT_EQ(count(read.output, "BEGIN PRIVATE KEY"), 2u) << read.output;
  EXPECT_EQ(count(read.output, "BEGIN CERTIFICATE"), 4u) << read.output;
}

TEST_P(KeyStoreWriting, ForGnuTls) {
  KEYRACK_REQUIRE_TOOL(certtool, "certtool");
  const double version = version_in(run_tool({certtool, "--version"}).output, "certtool ");
  if (is_modern() && version > 3.75) GTEST_SKIP() << "no row for GnuTLS " << version;
  const ToolResult read =
      run_tool({certtool, "--p12-info", "--inder", "--infile", path(), "--password=" + password()});
  if (is_modern() || is_open()) {
    EXPECT_NE(read.exit_code, 0) << read.output;
    return;
  }
  EXPECT_EQ(read.exit_code, 0) << read.output;
  EXPECT_EQ(count(read.output, "PRIVATE KEY-----\n") / 2, 2u) << read.output;
}

TEST_P(KeyStoreWriting, ForNss) {
  KEYRACK_REQUIRE_TOOL(pk12util, "pk12util");
  const ToolResult read = run_tool({pk12util, "-l", path(), "-W", password()});
  // No NSS tool tells its version. One that reads PBMAC1 reads all of the file.
  if (is_open() || (is_modern() && read.exit_code != 0)) {
    EXPECT_NE(read.exit_code, 0) << read.output;
    return;
  }
  EXPECT_EQ(read.exit_code, 0) << read.output;
  EXPECT_EQ(count(read.output, "Key(shrouded):"), 2u) << read.output;
}

INSTANTIATE_TEST_SUITE_P(Profiles, KeyStoreWriting,
                         ::testing::Values(KeyStoreProfile::kDefault, KeyStoreProfile::kModern,
                                           KeyStoreProfile::kJava8,
                                           KeyStoreProfile::kPasswordless));

}  // namespace
}  // namespace keyrack
