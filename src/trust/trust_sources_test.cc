// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <keyrack/stats.h>
#include <keyrack/trust_store.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/certificate_maker.h"
#include "tests/support/pkcs12_maker.h"
#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

using ::testing::HasSubstr;
using testing::make_certificate;
using testing::TemporaryFolder;
using testing::TestCertificate;

TestCertificate make_root(const std::string& name) {
  return make_certificate({.common_name = name, .is_ca = true});
}

std::string_view text_of(const std::vector<std::uint8_t>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::vector<std::uint8_t> pkcs7_of(const std::vector<TestCertificate>& certificates) {
  const Pkcs7Ptr message(PKCS7_new());
  PKCS7_set_type(message.get(), NID_pkcs7_signed);
  PKCS7_content_new(message.get(), NID_pkcs7_data);
  for (const auto& one : certificates) {
    PKCS7_add_certificate(message.get(), one.certificate.get());
  }
  unsigned char* der = nullptr;
  const int size = i2d_PKCS7(message.get(), &der);
  std::vector<std::uint8_t> bytes(der, der + size);
  OPENSSL_free(der);
  return bytes;
}

TEST(TrustSources, TellFormsApartByContent) {
  std::vector<TestCertificate> roots;
  roots.push_back(make_root("form 0"));
  roots.push_back(make_root("form 1"));
  auto two = roots[0].der();
  const auto second = roots[1].der();
  two.insert(two.end(), second.begin(), second.end());
  EXPECT_EQ(TrustStore::from_bytes(second)->size(), 1u);
  EXPECT_EQ(TrustStore::from_bytes(two)->size(), 2u);
  EXPECT_EQ(TrustStore::from_bytes(pkcs7_of(roots))->size(), 2u);
  const auto pem = roots[0].pem();
  EXPECT_EQ(TrustStore::from_bytes({reinterpret_cast<const std::uint8_t*>(pem.data()), pem.size()})
                ->certificates()[0],
            TrustStore::from_bytes(roots[0].der())->certificates()[0]);
}

TEST(TrustSources, ReadPkcs7BlocksOfATextInTheirPlace) {
  std::vector<TestCertificate> roots;
  roots.push_back(make_root("block 0"));
  roots.push_back(make_root("block 1"));
  const auto der = pkcs7_of(roots);
  const BioPtr out(BIO_new(BIO_s_mem()));
  const unsigned char* at = der.data();
  const Pkcs7Ptr message(d2i_PKCS7(nullptr, &at, static_cast<long>(der.size())));
  PEM_write_bio_PKCS7(out.get(), message.get());
  char* text = nullptr;
  const auto size = static_cast<std::size_t>(BIO_get_mem_data(out.get(), &text));
  const auto trust = TrustStore::from_pem(std::string(text, size) + make_root("behind").pem());
  ASSERT_TRUE(trust) << trust.error().describe();
  ASSERT_EQ(trust->size(), 3u);
  EXPECT_EQ(trust->certificates()[2].subject(), "CN=behind");
}

TEST(TrustSources, ReadTrustedCertificatesOfPkcs12WithItsPasswordOnly) {
  const auto root = make_root("in a key store");
  const auto bytes = testing::Pkcs12Maker("secret")
                         .add_certificate(root.certificate.get(), {.trusted = true})
                         .end_safe()
                         .make();
  const auto trust = TrustStore::from_bytes(bytes, {.password = Password("secret")});
  ASSERT_TRUE(trust) << trust.error().describe();
  EXPECT_EQ(trust->certificates()[0].subject(), "CN=in a key store");
  EXPECT_EQ(TrustStore::from_bytes(bytes, {.password = Password("wrong")}).error().code,
            ErrorCode::kWrongPassword);
  EXPECT_EQ(TrustStore::from_pem(text_of(bytes)).error().code, ErrorCode::kUnexpectedKeyStore);
}

TEST(TrustSources, RefuseJavaKeyStoresWithAdvice) {
  const std::vector<std::uint8_t> jks = {0xfe, 0xed, 0xfe, 0xed, 0, 0, 0, 2};
  const auto trust = TrustStore::from_bytes(jks);
  ASSERT_FALSE(trust);
  EXPECT_EQ(trust.error().code, ErrorCode::kUnexpectedKeyStore);
  EXPECT_THAT(trust.error().message, HasSubstr("keytool -importkeystore"));
}

TEST(TrustSources, SayWhereDerIsBad) {
  auto bytes = make_root("cut").der();
  const std::size_t size = bytes.size();
  bytes.push_back(0x30);
  const auto trust = TrustStore::from_bytes(bytes, {.source_name = "two.der"});
  ASSERT_FALSE(trust);
  EXPECT_EQ(trust.error().where.source, "two.der");
  EXPECT_EQ(trust.error().where.offset, size);
  EXPECT_EQ(TrustStore::from_bytes(bytes, {.policy = ReadPolicy::kLenient})->size(), 1u);
}

TEST(TrustSources, AFolderReadsEachFileOnceWhateverLinksLeadToIt) {
  const TemporaryFolder folder;
  folder.write("a.pem", make_root("a").pem());
  folder.write("b.pem", make_root("b").pem());
  std::filesystem::create_symlink("a.pem", folder.path() / "0123abcd.0");
  std::filesystem::create_symlink("a.pem", folder.path() / "0123abcd.1");
  std::filesystem::create_hard_link(folder.path() / "b.pem", folder.path() / "b-again.pem");
  std::filesystem::create_directory(folder.path() / "subfolder");
  const Stats before = stats();
  const auto trust = TrustStore::from_directory(folder.path());
  ASSERT_TRUE(trust) << trust.error().describe();
  EXPECT_EQ(trust->size(), 2u);
  EXPECT_EQ(stats().certificates_indexed - before.certificates_indexed, 2u);
  EXPECT_TRUE(trust->problems().empty());
}

TEST(TrustSources, AFolderListsWhatIsNoCertificateAndRefusesWhatIsMalformed) {
  const TemporaryFolder folder;
  folder.write("a.pem", make_root("a").pem());
  folder.write("README", "These are our roots.");
  std::filesystem::create_symlink("gone.pem", folder.path() / "0123abcd.0");
  const auto trust = TrustStore::from_directory(folder.path());
  ASSERT_TRUE(trust) << trust.error().describe();
  ASSERT_EQ(trust->problems().size(), 2u);
  EXPECT_EQ(trust->problems()[0].code, ErrorCode::kIo);
  EXPECT_EQ(trust->problems()[1].code, ErrorCode::kNoPemBlock);

  folder.write("bad.pem", "-----BEGIN CERTIFICATE-----\n????\n-----END CERTIFICATE-----\n");
  EXPECT_EQ(TrustStore::from_directory(folder.path()).error().code, ErrorCode::kBadBase64);
  EXPECT_EQ(TrustStore::from_directory(folder.path(), {.policy = ReadPolicy::kLenient})
                ->problems()
                .size(),
            // The block, and that the file then has no certificate.
            4u);
}

TEST(TrustSources, AFolderWithoutCertificatesIsAnErrorUnlessAllowed) {
  const TemporaryFolder folder;
  EXPECT_EQ(TrustStore::from_directory(folder.path()).error().code, ErrorCode::kNoCertificates);
  EXPECT_EQ(TrustStore::from_directory(folder.path(), {.allow_empty = true})->size(), 0u);
  EXPECT_EQ(TrustStore::from_directory(folder.path() / "missing").error().code, ErrorCode::kIo);
}

// Sets a variable of the environment for a scope.
class Variable {
 public:
  Variable(const char* name, const std::optional<std::string>& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    set(value);
  }
  ~Variable() { set(before_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  void set(const std::optional<std::string>& value) const {
    value ? ::setenv(name_, value->c_str(), 1) : ::unsetenv(name_);
  }
  const char* name_;
  std::optional<std::string> before_;
};

TEST(SystemTrust, IsWhatTheVariablesNameAndLinksMultiplyNothing) {
  const TemporaryFolder folder;
  const auto a = make_root("system a");
  const auto bundle = folder.write("bundle.pem", a.pem() + make_root("system b").pem());
  folder.write("a.pem", a.pem());
  folder.write("c.pem", make_root("system c").pem());
  std::filesystem::create_symlink("a.pem", folder.path() / "0123abcd.0");
  const Variable file("SSL_CERT_FILE", bundle.string());
  const Variable folders("SSL_CERT_DIR", ":" + folder.path().string() + ":/nonexistent");
  const auto trust = TrustStore::system();
  ASSERT_TRUE(trust) << trust.error().describe();
  EXPECT_EQ(trust->size(), 3u);
  ASSERT_EQ(trust->problems().size(), 1u);
  EXPECT_EQ(trust->problems()[0].where.source, "/nonexistent");
}

TEST(SystemTrust, IsReadLeniently) {
  const TemporaryFolder folder;
  const auto bundle =
      folder.write("bundle.pem", "-----BEGIN CERTIFICATE-----\n????\n-----END CERTIFICATE-----\n" +
                                     make_root("ok").pem());
  const Variable file("SSL_CERT_FILE", bundle.string());
  const Variable folders("SSL_CERT_DIR", std::nullopt);
  const auto trust = TrustStore::system();
  ASSERT_TRUE(trust) << trust.error().describe();
  EXPECT_EQ(trust->size(), 1u);
  EXPECT_EQ(trust->problems().size(), 1u);
}

TEST(SystemTrust, ThatIsEmptyIsAnErrorWithTheReason) {
  const Variable file("SSL_CERT_FILE", "/nonexistent/ca.pem");
  const Variable folders("SSL_CERT_DIR", std::nullopt);
  const auto trust = TrustStore::system();
  ASSERT_FALSE(trust);
  EXPECT_EQ(trust.error().code, ErrorCode::kNoCertificates);
  EXPECT_THAT(trust.error().message, HasSubstr("/nonexistent/ca.pem"));
}

}  // namespace
}  // namespace keyrack
