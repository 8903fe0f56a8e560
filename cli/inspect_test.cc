// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "cli/tool_process.h"
#include "cli/x509_text.h"
#include "tests/support/certificate_maker.h"
#include "tests/support/temporary_folder.h"

namespace keyrack::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using namespace keyrack::testing;

struct Chain {
  TestCertificate root = make_certificate({.common_name = "Test Root", .is_ca = true});
  TestCertificate leaf = make_certificate({.common_name = "leaf.example",
                                           .issuer = &root,
                                           .dns_names = {"leaf.example", "www.leaf.example"},
                                           .ip_addresses = {"192.0.2.7", "2001:db8::7"}});
  std::string pem() const { return leaf.pem() + root.pem(); }
};

std::string as_text(const std::vector<std::uint8_t>& bytes) { return {bytes.begin(), bytes.end()}; }

std::string encrypted_key_pem(EVP_PKEY* key) {
  const BioPtr bio(BIO_new(BIO_s_mem()));
  PEM_write_bio_PKCS8PrivateKey(bio.get(), key, EVP_aes_128_cbc(), "secret", 6, nullptr, nullptr);
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &data);
  return {data, static_cast<std::size_t>(size)};
}

TEST(Inspect, JsonHasEveryFieldOfEveryEntry) {
  const TemporaryFolder folder;
  const Chain chain;
  const auto file = folder.write("server.pem", "# mine\n" + chain.pem() + chain.leaf.key_pem());
  const ToolResult result = run_tool({"inspect", "--json", file.string()});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto json = result.json();
  EXPECT_EQ(json.at("schema_version"), 1);
  const auto& shown = json.at("files").at(0);
  EXPECT_EQ(shown.at("path"), file.string());
  EXPECT_EQ(shown.at("format"), "pem");
  EXPECT_TRUE(shown.at("problems").empty());
  EXPECT_TRUE(shown.at("integrity").is_null());
  ASSERT_EQ(shown.at("entries").size(), 3u);

  const auto& leaf = shown.at("entries").at(0);
  EXPECT_EQ(leaf.at("index"), 0);
  EXPECT_TRUE(leaf.at("alias").is_null());
  EXPECT_EQ(leaf.at("kind"), "certificate");
  EXPECT_EQ(leaf.at("subject"), "CN=leaf.example");
  EXPECT_EQ(leaf.at("issuer"), "CN=Test Root");
  EXPECT_THAT(leaf.at("serial").get<std::string>(), ::testing::MatchesRegex("[0-9a-f]+"));
  EXPECT_THAT(leaf.at("not_after").get<std::string>(), ::testing::EndsWith("Z"));
  EXPECT_EQ(leaf.at("sha256"), sha256_of(chain.leaf.certificate.get()));
  EXPECT_EQ(leaf.at("key_type"), "EC");
  EXPECT_EQ(leaf.at("key_bits"), 256);
  EXPECT_EQ(leaf.at("names"), (std::vector<std::string>{"leaf.example", "www.leaf.example",
                                                        "192.0.2.7", "2001:db8:0:0:0:0:0:7"}));
  EXPECT_EQ(leaf.at("is_ca"), false);
  EXPECT_EQ(leaf.at("line"), 2);
  EXPECT_EQ(leaf.at("offset"), 7);
  EXPECT_EQ(shown.at("entries").at(1).at("is_ca"), true);

  const auto& key = shown.at("entries").at(2);
  EXPECT_EQ(key.at("kind"), "private_key");
  EXPECT_EQ(key.at("encrypted"), false);
  EXPECT_EQ(key.at("chain"), (std::vector<std::string>{sha256_of(chain.leaf.certificate.get()),
                                                       sha256_of(chain.root.certificate.get())}));
}

TEST(Inspect, TellsFormatsApartByContent) {
  const TemporaryFolder folder;
  const Chain chain;
  const auto format_of = [&](const std::string& content) {
    const auto file = folder.write("any.name", content);
    return run_tool({"inspect", "--json", file.string()}).json().at("files").at(0).at("format");
  };
  EXPECT_EQ(format_of(chain.pem()), "pem");
  EXPECT_EQ(format_of(as_text(chain.leaf.der())), "der");
  EXPECT_EQ(format_of("nothing of the kind"), "unknown");
}

TEST(Inspect, ReadsPkcs7AndRevocationLists) {
  const Chain chain;
  const Pkcs7Ptr pkcs7(PKCS7_new());
  PKCS7_set_type(pkcs7.get(), NID_pkcs7_signed);
  PKCS7_content_new(pkcs7.get(), NID_pkcs7_data);
  PKCS7_add_certificate(pkcs7.get(), chain.leaf.certificate.get());
  PKCS7_add_certificate(pkcs7.get(), chain.root.certificate.get());
  std::vector<std::uint8_t> der(static_cast<std::size_t>(i2d_PKCS7(pkcs7.get(), nullptr)));
  std::uint8_t* out = der.data();
  i2d_PKCS7(pkcs7.get(), &out);
  const auto shown =
      run_tool(ToolCall{{"inspect", "--json", "-"}, as_text(der)}).json().at("files").at(0);
  EXPECT_EQ(shown.at("format"), "pkcs7");
  EXPECT_EQ(shown.at("entries").size(), 2u);

  const OpenSslPtr<X509_CRL, X509_CRL_free> crl(X509_CRL_new());
  X509_CRL_set_version(crl.get(), 1);
  X509_CRL_set_issuer_name(crl.get(), X509_get_subject_name(chain.root.certificate.get()));
  const OpenSslPtr<ASN1_TIME, ASN1_TIME_free> time(X509_gmtime_adj(nullptr, -60));
  X509_CRL_set1_lastUpdate(crl.get(), time.get());
  X509_CRL_sign(crl.get(), chain.root.key, EVP_sha256());
  const BioPtr bio(BIO_new(BIO_s_mem()));
  PEM_write_bio_X509_CRL(bio.get(), crl.get());
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &data);
  const ToolResult result = run_tool(
      ToolCall{{"inspect", "--json", "-"}, std::string(data, static_cast<std::size_t>(size))});
  EXPECT_EQ(result.exit_code, 0) << result.out;
  const auto entry = result.json().at("files").at(0).at("entries").at(0);
  EXPECT_EQ(entry.at("kind"), "crl");
  EXPECT_EQ(entry.at("issuer"), "CN=Test Root");
}

TEST(Inspect, EncryptedKeyIsListedWithoutAsking) {
  const Chain chain;
  const ToolResult result =
      run_tool(ToolCall{{"inspect", "--json", "-"}, encrypted_key_pem(chain.leaf.key)});
  EXPECT_EQ(result.exit_code, 0);
  const auto entry = result.json().at("files").at(0).at("entries").at(0);
  EXPECT_EQ(entry.at("encrypted"), true);
  EXPECT_TRUE(entry.at("key_type").is_null());
}

TEST(Inspect, PrivateKeyItselfIsNeverPrinted) {
  const Chain chain;
  const std::string key = chain.leaf.key_pem();
  const std::string first_line = key.substr(key.find('\n') + 1, 40);
  for (const char* const form : {"--json", "-"}) {
    EXPECT_THAT(run_tool(ToolCall{{"inspect", form, "-"}, key}).out, Not(HasSubstr(first_line)));
  }
}

TEST(Inspect, ExpiredCertificateIsAFinding) {
  const auto old =
      make_certificate({.common_name = "old", .not_before_days = -20, .not_after_days = -10});
  const ToolResult result = run_tool(ToolCall{{"inspect", "-"}, old.pem()});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("days ago"));
}

TEST(Inspect, BadBlockIsAProblemWithItsPlaceAndTheOthersAreShown) {
  const Chain chain;
  const std::string bad = "-----BEGIN CERTIFICATE-----\n!!!!\n-----END CERTIFICATE-----\n";
  const ToolResult result =
      run_tool(ToolCall{{"inspect", "--json", "-"}, chain.leaf.pem() + bad + chain.root.pem()});
  EXPECT_EQ(result.exit_code, 1);
  const auto shown = result.json().at("files").at(0);
  EXPECT_EQ(shown.at("entries").size(), 2u);
  const auto& problem = shown.at("problems").at(0);
  EXPECT_EQ(problem.at("code"), "bad_base64");
  EXPECT_EQ(problem.at("index"), 1);
  EXPECT_EQ(problem.at("offset"), chain.leaf.pem().size());
  EXPECT_THAT(problem.at("message").get<std::string>(), HasSubstr("standard input"));
}

TEST(Inspect, WhatCannotBeReadSaysWhyAndExitsWithThree) {
  const TemporaryFolder folder;
  const auto check = [&](const std::string& path, const char* reason) {
    const ToolResult result = run_tool({"inspect", path});
    EXPECT_EQ(result.exit_code, 3) << path;
    EXPECT_THAT(result.out, HasSubstr(path));
    EXPECT_THAT(result.out, HasSubstr(reason));
  };
  check((folder.path() / "absent.pem").string(), "No such file");
  check(folder.path().string(), "Is a directory");
  check(folder.write("empty.pem", "").string(), "empty");
  check(folder.write("text.pem", "hello\n").string(), "block");
  check(folder.write("wide.pem", std::string("\xff\xfe-\0-\0", 6)).string(), "UTF-16");
  check(folder.write("store.jks", std::string("\xfe\xed\xfe\xed\0\0\0\2", 8)).string(),
        "importkeystore");
}

TEST(Inspect, ControlCharactersOfNamesDoNotReachTheTerminal) {
  const auto hostile = make_certificate({.subject = {{"CN", "a\033[2Jb"}}, .key_label = "hostile"});
  const ToolResult result = run_tool(ToolCall{{"inspect", "-"}, hostile.pem()});
  EXPECT_THAT(result.out, Not(HasSubstr("\033")));
}

TEST(Inspect, SeveralFilesExitWithTheWorstVerdict) {
  const TemporaryFolder folder;
  const Chain chain;
  const auto good = folder.write("good.pem", chain.pem());
  const ToolResult result =
      run_tool({"inspect", "--json", good.string(), (folder.path() / "absent").string()});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.json().at("files").size(), 2u);
}

}  // namespace
}  // namespace keyrack::cli
