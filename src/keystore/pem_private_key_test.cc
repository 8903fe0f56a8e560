// SPDX-License-Identifier: Apache-2.0
#include "keystore/pem_private_key.h"

#include <gtest/gtest.h>
#include <keyrack/stats.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>

#include <string>
#include <vector>

#include "tests/support/certificate_maker.h"

namespace keyrack {
namespace {

using testing::KeyType;

Result<std::shared_ptr<const PrivateKey>> load(const std::string& pem,
                                               const Password& password = {}) {
  PemScanner scanner(as_bytes(pem));
  const auto block = scanner.next();
  if (!block) return std::unexpected(block.error());
  return load_private_key(**block, password, {});
}

template <typename Write>
std::string to_pem(Write&& write) {
  const BioPtr out(BIO_new(BIO_s_mem()));
  EXPECT_EQ(write(out.get()), 1);
  char* text = nullptr;
  const long size = BIO_get_mem_data(out.get(), &text);
  return std::string(text, static_cast<std::size_t>(size));
}

const unsigned char* secret(const std::string& password) {
  return reinterpret_cast<const unsigned char*>(password.data());
}

std::string encrypted_pkcs8(EVP_PKEY* key, const char* cipher, const std::string& password) {
  const EVP_CIPHER* with = EVP_get_cipherbyname(cipher);
  return to_pem([&](BIO* out) {
    return PEM_write_bio_PKCS8PrivateKey(out, key, with, password.data(),
                                         static_cast<int>(password.size()), nullptr, nullptr);
  });
}

std::string encrypted_pbes1(EVP_PKEY* key, int nid, const std::string& password) {
  return to_pem([&](BIO* out) {
    return PEM_write_bio_PKCS8PrivateKey_nid(out, key, nid, password.data(),
                                             static_cast<int>(password.size()), nullptr, nullptr);
  });
}

std::string encrypted_traditional(EVP_PKEY* key, const char* cipher, const std::string& password) {
  const EVP_CIPHER* with = EVP_get_cipherbyname(cipher);
  return to_pem([&](BIO* out) {
    return PEM_write_bio_PrivateKey_traditional(
        out, key, with, secret(password), static_cast<int>(password.size()), nullptr, nullptr);
  });
}

void expect_loads(const std::string& pem, EVP_PKEY* original, const std::string& password) {
  const auto loaded = load(pem, Password(password));
  ASSERT_TRUE(loaded) << pem.substr(0, 120) << loaded.error().describe();
  EXPECT_EQ(EVP_PKEY_eq(loaded->get()->get(), original), 1);
}

TEST(PemPrivateKey, EncryptedPkcs8Loads) {
  for (const KeyType type : {KeyType::kRsa2048, KeyType::kP256, KeyType::kEd25519}) {
    EVP_PKEY* key = testing::test_key("encrypted", type);
    for (const char* cipher : {"AES-128-CBC", "AES-256-CBC", "DES-EDE3-CBC"}) {
      expect_loads(encrypted_pkcs8(key, cipher, "secret"), key, "secret");
    }
  }
}

TEST(PemPrivateKey, EncryptedWithPkcs12sOwnSchemeLoads) {
  EVP_PKEY* key = testing::test_key("pbes1");
  expect_loads(encrypted_pbes1(key, NID_pbe_WithSHA1And3_Key_TripleDES_CBC, "secret"), key,
               "secret");
}

TEST(PemPrivateKey, TraditionallyEncryptedKeysLoad) {
  for (const KeyType type : {KeyType::kRsa2048, KeyType::kP256}) {
    EVP_PKEY* key = testing::test_key("traditional", type);
    for (const char* cipher : {"AES-128-CBC", "AES-256-CBC", "DES-EDE3-CBC"}) {
      expect_loads(encrypted_traditional(key, cipher, "secret"), key, "secret");
    }
  }
}

TEST(PemPrivateKey, TheEmptyPasswordIsAPassword) {
  EVP_PKEY* key = testing::test_key("empty password");
  expect_loads(encrypted_pkcs8(key, "AES-256-CBC", ""), key, "");
}

std::vector<std::string> encrypted_samples() {
  EVP_PKEY* key = testing::test_key("wrong password", KeyType::kRsa2048);
  return {encrypted_pkcs8(key, "AES-256-CBC", "right"),
          encrypted_traditional(key, "AES-256-CBC", "right")};
}

TEST(PemPrivateKey, EncryptedWithoutAPasswordIsAnErrorBeforeAnyDerivation) {
  for (const std::string& pem : encrypted_samples()) {
    const Stats before = stats();
    const auto loaded = load(pem);
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().code, ErrorCode::kPasswordRequired);
    EXPECT_EQ(stats().kdf_runs, before.kdf_runs);
  }
}

// 600 passwords: some decrypt to what looks padded.
TEST(PemPrivateKey, AWrongPasswordIsAlwaysCalledOne) {
  EVP_PKEY* key = testing::test_key("wrong password", KeyType::kRsa2048);
  const std::string pem = encrypted_traditional(key, "AES-256-CBC", "right");
  for (int i = 0; i < 600; ++i) {
    const auto loaded = load(pem, Password("wrong" + std::to_string(i)));
    ASSERT_FALSE(loaded);
    ASSERT_EQ(loaded.error().code, ErrorCode::kWrongPassword) << i;
  }
  for (const std::string& sample : encrypted_samples()) {
    EXPECT_EQ(load(sample, Password("wrong")).error().code, ErrorCode::kWrongPassword);
  }
}

TEST(PemPrivateKey, AHostileIterationCountIsRefusedBeforeAnyDerivation) {
  const Pkcs8Ptr info(EVP_PKEY2PKCS8(testing::test_key("hostile")));
  // 0x4c4b41 is one more than the limit; written in place of a count of the same length.
  using SigPtr = OpenSslPtr<X509_SIG, X509_SIG_free>;
  const SigPtr encrypted(
      PKCS8_encrypt(-1, EVP_aes_256_cbc(), "secret", 6, nullptr, 0, 0x010203, info.get()));
  std::string pem = to_pem([&](BIO* out) {
    unsigned char* der = nullptr;
    const int size = i2d_X509_SIG(encrypted.get(), &der);
    const std::string count("\x02\x03\x01\x02\x03", 5);
    std::string bytes(reinterpret_cast<char*>(der), static_cast<std::size_t>(size));
    OPENSSL_free(der);
    bytes.replace(bytes.find(count), count.size(), std::string("\x02\x03\x4c\x4b\x41", 5));
    return PEM_write_bio(out, "ENCRYPTED PRIVATE KEY", "", secret(bytes),
                         static_cast<long>(bytes.size())) > 0;
  });
  const Stats before = stats();
  const auto loaded = load(pem, Password("secret"));
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ErrorCode::kLimitExceeded) << loaded.error().describe();
  EXPECT_EQ(stats().kdf_runs, before.kdf_runs);
}

TEST(PemPrivateKey, AnAlgorithmThatIsMissingIsNamed) {
  EVP_PKEY* key = testing::test_key("unsupported", KeyType::kRsa2048);
  std::string pem = encrypted_traditional(key, "AES-256-CBC", "secret");
  pem.replace(pem.find("AES-256-CBC"), 11, "IDEA-CBC");
  const auto loaded = load(pem, Password("secret"));
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(loaded.error().message.find("IDEA-CBC"), std::string::npos);

  const auto camellia =
      load(encrypted_pkcs8(key, "CAMELLIA-256-CBC", "secret"), Password("secret"));
  ASSERT_FALSE(camellia);
  EXPECT_EQ(camellia.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(camellia.error().message.find("camellia"), std::string::npos)
      << camellia.error().describe();
}

TEST(PemPrivateKey, ABodyThatIsNotBase64IsCalledThat) {
  const auto loaded = load("-----BEGIN PRIVATE KEY-----\nA*==\n-----END PRIVATE KEY-----\n");
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ErrorCode::kBadBase64);
}

}  // namespace
}  // namespace keyrack
