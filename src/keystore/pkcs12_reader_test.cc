// SPDX-License-Identifier: Apache-2.0
#include "keystore/pkcs12_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/counters.h"
#include "keystore/pkcs12_pfx.h"
#include "tests/support/certificate_maker.h"
#include "tests/support/der_maker.h"
#include "tests/support/pkcs12_maker.h"

namespace keyrack {
namespace {

using testing::Bytes;
using ::testing::HasSubstr;
using testing::make_certificate;
using testing::Pbe;
using testing::Pkcs12Maker;
using ::testing::SizeIs;
using testing::TestCertificate;

const TestCertificate& root() {
  static const TestCertificate made = make_certificate({.common_name = "Root", .is_ca = true});
  return made;
}

Bytes file_with(const char* password, const Pbe& pbe, const char* mac = "SHA256") {
  return Pkcs12Maker(password == nullptr ? std::nullopt : std::optional<std::string>(password))
      .add_certificate(root().certificate.get(), {.friendly_name = "root"})
      .end_safe(pbe)
      .make(mac);
}

void expect_reads(const Bytes& file, const Password& password) {
  const auto contents = read_pkcs12(file, password, {});
  ASSERT_TRUE(contents) << contents.error().describe();
  EXPECT_THAT(contents->problems, SizeIs(0));
  ASSERT_THAT(contents->bags, SizeIs(1));
  EXPECT_EQ(Bytes(contents->bags[0].value.begin(), contents->bags[0].value.end()), root().der());
  EXPECT_EQ(contents->bags[0].friendly_name, "root");
}

ErrorCode error_of(const Bytes& file, const Password& password,
                   const KeyStoreOptions& options = {}) {
  const auto contents = read_pkcs12(file, password, options);
  return contents ? ErrorCode{} : contents.error().code;
}

TEST(Pkcs12Reader, EveryMacDigestIsVerified) {
  for (const char* digest : {"SHA1", "SHA224", "SHA256", "SHA384", "SHA512", "SHA512-224",
                             "SHA512-256", "SHA3-224", "SHA3-256", "SHA3-384", "SHA3-512"}) {
    SCOPED_TRACE(digest);
    const Bytes file = file_with("changeit", {}, digest);
    expect_reads(file, Password("changeit"));
    const auto contents = read_pkcs12(file, Password("changeit"), {});
    EXPECT_EQ(contents->integrity, (PasswordAlgorithm{std::string("HMAC-") + digest,
                                                      std::string("PKCS12-") + digest, 2048}));
    EXPECT_EQ(error_of(file, Password("changed")), ErrorCode::kWrongPassword);
  }
}

TEST(Pkcs12Reader, EveryCipherIsDecryptedThoseOfTheLegacyProviderToo) {
  for (const int algorithm :
       {NID_aes_128_cbc, NID_aes_192_cbc, NID_aes_256_cbc, NID_des_ede3_cbc,
        NID_pbe_WithSHA1And3_Key_TripleDES_CBC, NID_pbe_WithSHA1And2_Key_TripleDES_CBC,
        NID_pbe_WithSHA1And128BitRC2_CBC, NID_pbe_WithSHA1And40BitRC2_CBC,
        NID_pbe_WithSHA1And128BitRC4, NID_pbe_WithSHA1And40BitRC4}) {
    SCOPED_TRACE(OBJ_nid2ln(algorithm));
    expect_reads(file_with("changeit", {.algorithm = algorithm}), Password("changeit"));
  }
  EXPECT_FALSE(OSSL_PROVIDER_available(nullptr, "legacy")) << "the application's context changed";
}

TEST(Pkcs12Reader, PasswordsOfEveryPlaneAreRead) {
  for (const char* password : {"a", "p\u00e4ssw\u00f6rd", "\u20ac\u4e2d", "\U0001F600!"}) {
    for (const int algorithm : {NID_aes_256_cbc, NID_pbe_WithSHA1And3_Key_TripleDES_CBC}) {
      expect_reads(file_with(password, {.algorithm = algorithm}), Password(password));
    }
  }
}

TEST(Pkcs12Reader, TheEmptyPasswordFitsBothOfItsEncodings) {
  for (const int algorithm : {NID_aes_256_cbc, NID_pbe_WithSHA1And3_Key_TripleDES_CBC}) {
    for (const char* mac : {"SHA256", static_cast<const char*>(nullptr)}) {
      expect_reads(file_with("", {.algorithm = algorithm}, mac), Password(""));
      expect_reads(file_with(nullptr, {.algorithm = algorithm}, mac), Password(""));
    }
  }
}

TEST(Pkcs12Reader, NoPasswordOpensOnlyWhatWasMadeWithout) {
  expect_reads(file_with(nullptr, {.algorithm = -1}, nullptr), Password());
  expect_reads(file_with(nullptr, {.algorithm = -1}), Password());
  const int des = NID_pbe_WithSHA1And3_Key_TripleDES_CBC;
  EXPECT_EQ(error_of(file_with("", {.algorithm = des}), Password()), ErrorCode::kPasswordRequired);
  EXPECT_EQ(error_of(file_with("x", {}, nullptr), Password()), ErrorCode::kPasswordRequired);
}

// OpenSSL before 1.1 widened each byte of the password: what it wrote for "e with acute" is what
// libcrypto now writes for the two characters that its UTF-8 bytes are in Latin-1.
TEST(Pkcs12Reader, ThePasswordsBytesWidenedAreTriedAfterTheMacFailed) {
  const Bytes file =
      file_with("\u00c3\u00a9", {.algorithm = NID_pbe_WithSHA1And3_Key_TripleDES_CBC}, "SHA1");
  const std::uint64_t before = counters().kdf_runs.get();
  expect_reads(file, Password("\u00e9"));
  EXPECT_EQ(counters().kdf_runs.get() - before, 3u) << "two for the MAC, then the right form first";
}

TEST(Pkcs12Reader, WithoutAMacItLoadsAndSaysSoUnlessRefused) {
  const Bytes file = file_with("changeit", {}, nullptr);
  expect_reads(file, Password("changeit"));
  EXPECT_EQ(read_pkcs12(file, Password("changeit"), {})->integrity, std::nullopt);
  EXPECT_EQ(error_of(file, Password("changed")), ErrorCode::kWrongPassword);
  EXPECT_EQ(error_of(file, Password("changeit"), {.require_integrity = true}),
            ErrorCode::kUnsupported);
}

TEST(Pkcs12Reader, ADamagedFileIsRefusedByItsMac) {
  Bytes file = file_with("changeit", {});
  file[file.size() / 2] ^= 1;
  EXPECT_EQ(error_of(file, Password("changeit")), ErrorCode::kWrongPassword);
}

TEST(Pkcs12Reader, TheNumberOfKeysDoesNotChangeTheNumberOfKdfRuns) {
  for (const int keys : {1, 100}) {
    Pkcs12Maker maker("changeit");
    for (int i = 0; i < keys; ++i) maker.add_key(root().key, {}, {.iterations = 1});
    const Bytes file =
        maker.end_safe().add_certificate(root().certificate.get()).end_safe({}).make();
    const std::uint64_t before = counters().kdf_runs.get();
    ASSERT_TRUE(read_pkcs12(file, Password("changeit"), {}));
    EXPECT_EQ(counters().kdf_runs.get() - before, 2u) << "the MAC and the certificates";
  }
}

TEST(Pkcs12Reader, LimitsAreCheckedBeforeAnyDerivation) {
  const Bytes file = file_with("changeit", {});
  const std::uint64_t before = counters().kdf_runs.get();
  for (const KeyStoreLimits& limits :
       {KeyStoreLimits{.max_iterations = 2047}, KeyStoreLimits{.max_total_iterations = 4095},
        KeyStoreLimits{.max_salt_bytes = 7}}) {
    EXPECT_EQ(error_of(file, Password("changeit"), {.limits = limits}), ErrorCode::kLimitExceeded);
  }
  const Bytes costly_safe = file_with("changeit", {.iterations = 3000});
  EXPECT_EQ(error_of(costly_safe, Password("changeit"), {.limits = {.max_iterations = 2999}}),
            ErrorCode::kLimitExceeded);
  EXPECT_EQ(counters().kdf_runs.get(), before);
  EXPECT_EQ(error_of(file, Password("changeit"), {.limits = {.max_total_iterations = 4096}}),
            ErrorCode{});
}

TEST(Pkcs12Reader, MoreBagsThanTheLimitAreRefused) {
  const Bytes file = Pkcs12Maker(std::nullopt)
                         .add_certificate(root().certificate.get())
                         .add_certificate(root().certificate.get())
                         .make(nullptr);
  EXPECT_EQ(error_of(file, Password(), {.limits = {.max_bags = 1}}), ErrorCode::kLimitExceeded);
  EXPECT_EQ(error_of(file, Password(), {.limits = {.max_bags = 2}}), ErrorCode{});
}

TEST(Pkcs12Reader, MoreSafesThanAnyWriterMakesAreRefused) {
  Pkcs12Maker maker(std::nullopt);
  for (std::size_t i = 0; i < kMaxSafes; ++i) maker.end_safe();
  EXPECT_EQ(error_of(maker.make(nullptr), Password()), ErrorCode{});
  for (std::size_t i = 0; i < kMaxSafes; ++i) maker.end_safe();
  EXPECT_EQ(error_of(maker.make(nullptr), Password()), ErrorCode::kLimitExceeded);
}

TEST(Pkcs12Reader, TheLoosestBerIsReadLikeDer) {
  const Bytes file = file_with("changeit", {});
  const Bytes ber = testing::to_ber(file);
  ASSERT_NE(ber, file);
  expect_reads(ber, Password("changeit"));
}

// The OID of AES-256-CBC ends in 42; that of AES-256-GCM in 46.
TEST(Pkcs12Reader, ACipherThatIsNotSupportedIsNamedAndHidesNoOtherSafe) {
  Bytes file = Pkcs12Maker("changeit")
                   .add_certificate(root().certificate.get())
                   .end_safe({})
                   .add_certificate(root().certificate.get())
                   .end_safe({.algorithm = NID_aes_128_cbc})
                   .make(nullptr);
  const Bytes aes_256_cbc = {0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, 0x2a};
  const auto oid = std::ranges::search(file, aes_256_cbc);
  ASSERT_FALSE(oid.empty());
  oid.back() = 0x2e;
  const auto contents = read_pkcs12(file, Password("changeit"), {.source_name = "server.p12"});
  ASSERT_TRUE(contents) << contents.error().describe();
  EXPECT_THAT(contents->bags, SizeIs(1));
  ASSERT_THAT(contents->problems, SizeIs(1));
  EXPECT_EQ(contents->problems[0].code, ErrorCode::kUnsupported);
  EXPECT_THAT(contents->problems[0].message, HasSubstr("aes-256-gcm"));
  EXPECT_EQ(contents->problems[0].where,
            (Location{.source = "server.p12", .index = 0, .label = "safe"}));
}

TEST(Pkcs12Reader, AfterAGoodMacASafeOfAnotherPasswordIsListed) {
  const Bytes other = file_with("other", {.algorithm = NID_aes_128_cbc}, nullptr);
  // The MAC of a file whose safes were encrypted with another password.
  const Pkcs12Ptr file = [&] {
    const unsigned char* at = other.data();
    return Pkcs12Ptr(d2i_PKCS12(nullptr, &at, static_cast<long>(other.size())));
  }();
  ASSERT_EQ(PKCS12_set_mac(file.get(), "changeit", -1, nullptr, 0, 1, EVP_sha256()), 1);
  Bytes bytes(static_cast<std::size_t>(i2d_PKCS12(file.get(), nullptr)));
  unsigned char* out = bytes.data();
  i2d_PKCS12(file.get(), &out);
  const auto contents = read_pkcs12(bytes, Password("changeit"), {});
  ASSERT_TRUE(contents) << contents.error().describe();
  ASSERT_THAT(contents->problems, SizeIs(1));
  EXPECT_EQ(contents->problems[0].code, ErrorCode::kWrongPassword);
  EXPECT_THAT(contents->problems[0].message, HasSubstr("decryption"));
}

TEST(Pkcs12Reader, WhatIsNoPkcs12SaysWhatItIs) {
  EXPECT_EQ(error_of({}, Password()), ErrorCode::kEmptyInput);
  EXPECT_EQ(error_of(root().der(), Password()), ErrorCode::kBadDer);
  const auto jks = read_pkcs12(Bytes{0xfe, 0xed, 0xfe, 0xed, 0, 0, 0, 2}, Password(), {});
  ASSERT_FALSE(jks);
  EXPECT_EQ(jks.error().code, ErrorCode::kUnsupported);
  EXPECT_THAT(jks.error().message, HasSubstr("keytool -importkeystore"));
}

TEST(Pkcs12Reader, ATruncatedFileIsAnErrorAtEveryByte) {
  for (const Bytes& whole :
       {file_with("changeit", {.iterations = 1}), testing::to_ber(file_with("changeit", {}))}) {
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      ASSERT_NE(error_of(cut, Password("changeit")), ErrorCode{}) << size << " bytes";
    }
  }
}

TEST(Pkcs12Reader, AChangedByteNeverGivesMoreBagsThanThereWere) {
  const Bytes whole =
      Pkcs12Maker("x")
          .add_key(root().key, {.friendly_name = "key", .local_key_id = "1"}, {.iterations = 1})
          .end_safe()
          .add_certificate(root().certificate.get(), {.local_key_id = "1"})
          .end_safe({.iterations = 1})
          .make(nullptr);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const unsigned change : {0x01u, 0x20u, 0x80u}) {
      Bytes changed = whole;
      changed[at] = static_cast<std::uint8_t>(changed[at] ^ change);
      const auto contents =
          read_pkcs12(changed, Password("x"), {.limits = {.max_iterations = 10'000}});
      if (contents) {
        EXPECT_LE(contents->bags.size(), 2u) << at;
      } else {
        EXPECT_NE(contents.error().message, "") << at;
      }
    }
  }
}

}  // namespace
}  // namespace keyrack
