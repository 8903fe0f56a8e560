// SPDX-License-Identifier: Apache-2.0
#include "keystore/pkcs12_derive.h"

#include <gtest/gtest.h>
#include <openssl/core_names.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

#include "base/counters.h"
#include "base/openssl_ptr.h"
#include "tests/support/der_maker.h"

namespace keyrack {
namespace {

using testing::Bytes;

Bytes derived(const KeyDerivation& derivation, const Pkcs12Password& password, KeyPurpose purpose,
              std::size_t size) {
  const auto key = derive(derivation, password, purpose, size, {});
  if (!key) {
    ADD_FAILURE() << key.error().describe();
    return {};
  }
  return Bytes(key->span().begin(), key->span().end());
}

Bytes by_libcrypto(const KeyDerivation& derivation, ByteView bmp, int id, std::size_t size) {
  const OpenSslPtr<EVP_KDF, EVP_KDF_free> kdf(EVP_KDF_fetch(nullptr, "PKCS12KDF", nullptr));
  const OpenSslPtr<EVP_KDF_CTX, EVP_KDF_CTX_free> run(EVP_KDF_CTX_new(kdf.get()));
  int iterations = static_cast<int>(derivation.iterations);
  Bytes out(size);
  OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_PASSWORD,
                                        const_cast<std::uint8_t*>(bmp.data()), bmp.size()),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT,
                                        const_cast<std::uint8_t*>(derivation.salt.data()),
                                        derivation.salt.size()),
      OSSL_PARAM_construct_int(OSSL_KDF_PARAM_ITER, &iterations),
      OSSL_PARAM_construct_int(OSSL_KDF_PARAM_PKCS12_ID, &id),
      OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, const_cast<char*>(derivation.digest),
                                       0),
      OSSL_PARAM_construct_end()};
  EXPECT_EQ(EVP_KDF_derive(run.get(), out.data(), size, parameters), 1);
  return out;
}

TEST(Derive, ThePkcs12DerivationAgreesWithLibcrypto) {
  const std::string long_salt(200, 's');
  for (const char* digest : {"SHA1", "SHA224", "SHA256", "SHA384", "SHA512", "SHA512-224",
                             "SHA512-256", "SHA3-224", "SHA3-256", "SHA3-384", "SHA3-512"}) {
    for (const std::string_view salt :
         {std::string_view("01234567"), std::string_view(long_salt)}) {
      for (const char* text : {"", "changeit", "a password that is longer than one block of it"}) {
        const auto forms = pkcs12_forms(Password(text));
        for (const int id : {1, 2, 3}) {
          const KeyDerivation derivation{KeyDerivation::Kind::kPkcs12, digest, as_bytes(salt), 7};
          EXPECT_EQ(derived(derivation, forms[0], static_cast<KeyPurpose>(id), 150),
                    by_libcrypto(derivation, forms[0].bmp.span(), id, 150))
              << digest << " " << text << " " << id;
        }
      }
    }
  }
}

// RFC 6070 section 2, the case of 4096 iterations.
TEST(Derive, Pbkdf2GivesTheRfcsResult) {
  const KeyDerivation derivation{KeyDerivation::Kind::kPbkdf2, "SHA1", as_bytes("salt"), 4096};
  EXPECT_EQ(derived(derivation, pkcs12_forms(Password("password"))[0], KeyPurpose::kMac, 20),
            Bytes({0x4b, 0x00, 0x79, 0x01, 0xb7, 0x65, 0x48, 0x9a, 0xbe, 0xad,
                   0x49, 0xd9, 0x26, 0xf7, 0x21, 0xd0, 0x65, 0xa4, 0x29, 0xc1}));
}

// RFC 7914 section 12: the empty password and salt, N = 16.
TEST(Derive, ScryptGivesTheRfcsResult) {
  const KeyDerivation derivation{KeyDerivation::Kind::kScrypt, "", {}, 16, 1, 1};
  const Bytes key = derived(derivation, pkcs12_forms(Password(""))[0], KeyPurpose::kEncryption, 64);
  ASSERT_EQ(key.size(), 64u);
  EXPECT_EQ(Bytes(key.begin(), key.begin() + 8),
            Bytes({0x77, 0xd6, 0x57, 0x62, 0x38, 0x65, 0x7b, 0x20}));
}

TEST(Derive, AKeyAndItsIvAreOneRun) {
  const KeyDerivation derivation{KeyDerivation::Kind::kPkcs12, "SHA1", as_bytes("01234567"), 1};
  const auto forms = pkcs12_forms(Password("changeit"));
  const std::uint64_t before = counters().kdf_runs.get();
  derived(derivation, forms[0], KeyPurpose::kEncryption, 24);
  derived(derivation, forms[0], KeyPurpose::kIv, 8);
  EXPECT_EQ(counters().kdf_runs.get() - before, 1u);
}

TEST(Derive, ADigestThatIsMissingIsNamed) {
  const KeyDerivation derivation{KeyDerivation::Kind::kPkcs12, "SHA0", as_bytes("01234567"), 1};
  const auto missing = derive(derivation, pkcs12_forms(Password("x"))[0], KeyPurpose::kMac, 20, {});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kUnsupported);
  EXPECT_NE(missing.error().message.find("SHA0"), std::string::npos);
}

}  // namespace
}  // namespace keyrack
