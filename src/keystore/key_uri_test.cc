// SPDX-License-Identifier: Apache-2.0
#include "keystore/key_uri.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <keyrack/identity.h>
#include <keyrack/openssl.h>
#include <keyrack/stats.h>
#include <openssl/pem.h>

#include <fstream>

#include "tests/support/certificate_maker.h"
#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

using ::testing::HasSubstr;
using testing::make_certificate;
using testing::TestCertificate;

class KeyUri : public ::testing::Test {
 protected:
  std::string uri_of(const char* name, const std::string& content) const {
    std::ofstream(folder_.path() / name) << content;
    return "file:" + (folder_.path() / name).string();
  }
  std::string encrypted(const char* password) const {
    const BioPtr out(BIO_new(BIO_s_mem()));
    PEM_write_bio_PKCS8PrivateKey(out.get(), leaf_.key, EVP_aes_128_cbc(), password,
                                  static_cast<int>(std::string(password).size()), nullptr, nullptr);
    char* text = nullptr;
    const long size = BIO_get_mem_data(out.get(), &text);
    return std::string(text, static_cast<std::size_t>(size));
  }
  std::string refusal(const std::string& uri, const Password& pin = {}) const {
    const auto identity = Identity::from_key_uri(leaf_.pem(), uri, pin);
    return identity ? "accepted" : identity.error().message;
  }

  const testing::TemporaryFolder folder_;
  const TestCertificate leaf_ = make_certificate({.common_name = "behind a URI"});
};

TEST_F(KeyUri, OpensTheKeyWithoutLoadingIt) {
  const Stats before = stats();
  const auto identity = Identity::from_key_uri(leaf_.pem(), uri_of("key", leaf_.key_pem())).value();
  EXPECT_EQ(stats().private_keys_loaded, before.private_keys_loaded);
  EXPECT_EQ(EVP_PKEY_eq(native_key(identity), leaf_.key), 1);
  EXPECT_EQ(identity.chain().size(), 1u);
}

TEST_F(KeyUri, AnswersWithThePinAndNeverAsks) {
  const std::string uri = uri_of("encrypted", encrypted("1234"));
  EXPECT_EQ(refusal(uri, Password("1234")), "accepted");
  EXPECT_THAT(refusal(uri, Password("4321")), HasSubstr("holds no private key"));
  EXPECT_THAT(refusal(uri), HasSubstr("holds no private key"));
}

TEST_F(KeyUri, SaysWhatIsWrong) {
  EXPECT_EQ(refusal("key.pem"), "private_key_uri = key.pem: is no URI: it has no scheme");
  EXPECT_THAT(refusal("nosuch:thing?pin-value=1234"),
              HasSubstr("private_key_uri = nosuch:thing: OpenSSL cannot open it"));
  EXPECT_THAT(refusal("file:/does/not/exist"), HasSubstr("private_key_uri = file:/does/not/exist"));
  EXPECT_THAT(refusal(uri_of("certificate", leaf_.pem())), HasSubstr("holds no private key"));
  const TestCertificate other = make_certificate({.common_name = "another key"});
  EXPECT_THAT(refusal(uri_of("two", leaf_.key_pem() + other.key_pem())),
              HasSubstr("more than one"));
  EXPECT_THAT(refusal(uri_of("other", other.key_pem())),
              HasSubstr("none of the 1 certificates belongs to the private key"));
}

TEST_F(KeyUri, TakesNoSecondKeyFromTheText) {
  const TestCertificate other = make_certificate({.common_name = "a second key"});
  const auto identity =
      Identity::from_key_uri(leaf_.pem() + other.key_pem(), uri_of("key", leaf_.key_pem()));
  ASSERT_FALSE(identity);
  EXPECT_EQ(identity.error().code, ErrorCode::kKeyMismatch);
}

}  // namespace
}  // namespace keyrack
