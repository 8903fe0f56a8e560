// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <keyrack/key_store.h>
#include <keyrack/openssl.h>
#include <openssl/err.h>

#include <thread>

#include "base/counters.h"
#include "tests/support/certificate_maker.h"
#include "tests/support/pkcs12_maker.h"
#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::make_certificate;
using testing::Pbe;
using testing::Pkcs12Maker;
using ::testing::SizeIs;
using testing::TestCertificate;

using Bytes = std::vector<std::uint8_t>;
const Password kPassword("changeit");

class KeyStoreTest : public ::testing::Test {
 protected:
  static KeyStore open(const Bytes& file, const Password& password = kPassword,
                       const KeyStoreOptions& options = {}) {
    Result<KeyStore> store = KeyStore::from_bytes(file, password, options);
    if (!store) {
      ADD_FAILURE() << store.error().describe();
      std::abort();
    }
    return *store;
  }
  static std::vector<std::string> subjects(const std::vector<Certificate>& chain) {
    std::vector<std::string> names;
    for (const Certificate& certificate : chain) names.push_back(certificate.subject());
    return names;
  }

  const TestCertificate root_ = make_certificate({.common_name = "Root", .is_ca = true});
  const TestCertificate leaf_ = make_certificate({.common_name = "leaf", .issuer = &root_});
  const TestCertificate other_ = make_certificate({.common_name = "other", .issuer = &root_});
};

TEST_F(KeyStoreTest, SeveralKeysEachHaveTheirAliasAndChain) {
  const KeyStore store = open(Pkcs12Maker("changeit")
                                  .add_key(leaf_.key, {"Server", "1"})
                                  .add_key(other_.key, {"client", "2"})
                                  .end_safe()
                                  .add_certificate(root_.certificate.get())
                                  .add_certificate(other_.certificate.get(), {"client", "2"})
                                  .add_certificate(leaf_.certificate.get(), {"Server", "1"})
                                  .end_safe({})
                                  .make());
  EXPECT_THAT(store.aliases(), ElementsAre("Server", "client"));
  ASSERT_NE(store.find("SERVER"), nullptr);
  EXPECT_EQ(store.find("SERVER")->kind, EntryKind::kPrivateKey);
  EXPECT_THAT(subjects(store.find("server")->chain), ElementsAre("CN=leaf", "CN=Root"));
  EXPECT_THAT(subjects(store.find("client")->chain), ElementsAre("CN=other", "CN=Root"));
  EXPECT_EQ(store.find("server")->encryption,
            (PasswordAlgorithm{"AES-256-CBC", "PBKDF2-HMAC-SHA256", 2048}));
  EXPECT_THAT(store.problems(), IsEmpty());
}

TEST_F(KeyStoreTest, AKeyIsDecryptedWhenAskedForInOneKdfRun) {
  const KeyStore store = open(Pkcs12Maker("changeit")
                                  .add_key(leaf_.key, {"server", "1"})
                                  .add_certificate(leaf_.certificate.get(), {"server", "1"})
                                  .make());
  const std::uint64_t before = counters().kdf_runs.get();
  const Result<DecryptedKey> key = store.private_key("Server");
  ASSERT_TRUE(key) << key.error().describe();
  EXPECT_EQ(counters().kdf_runs.get() - before, 1u);
  EXPECT_EQ(EVP_PKEY_eq(native_key(*key), leaf_.key), 1);
  EXPECT_THAT(subjects(key->chain()), ElementsAre("CN=leaf"));
}

TEST_F(KeyStoreTest, EveryEncryptionOfAKeyIsRead) {
  std::vector<Pbe> ways = {{.algorithm = -1}, {.algorithm = NID_aes_128_cbc, .scrypt_n = 1024}};
  for (const int cipher : {NID_aes_128_cbc, NID_aes_192_cbc, NID_aes_256_cbc, NID_des_ede3_cbc,
                           NID_pbe_WithSHA1And3_Key_TripleDES_CBC, NID_pbe_WithSHA1And128BitRC2_CBC,
                           NID_pbe_WithSHA1And40BitRC2_CBC, NID_pbe_WithSHA1And128BitRC4}) {
    ways.push_back({.algorithm = cipher});
  }
  for (const int prf : {NID_hmacWithMD5, NID_hmacWithSHA1, NID_hmacWithSHA224, NID_hmacWithSHA384,
                        NID_hmacWithSHA512, NID_hmacWithSHA512_224, NID_hmacWithSHA512_256}) {
    ways.push_back({.prf = prf});
  }
  for (const Pbe& pbe : ways) {
    SCOPED_TRACE(std::to_string(pbe.algorithm) + " " + OBJ_nid2sn(pbe.prf));
    const KeyStore store = open(Pkcs12Maker("changeit").add_key(leaf_.key, {"k"}, pbe).make());
    const Result<DecryptedKey> key = store.private_key("k");
    ASSERT_TRUE(key) << key.error().describe();
    EXPECT_EQ(EVP_PKEY_eq(native_key(*key), leaf_.key), 1);
  }
}

TEST_F(KeyStoreTest, AKeyWithAPasswordOfItsOwnOpensWithThatOnly) {
  const KeyStore store = open(Pkcs12Maker("changeit").add_key(leaf_.key, {"k"}, {}, "own").make());
  EXPECT_EQ(store.private_key("k").error().code, ErrorCode::kWrongPassword);
  EXPECT_EQ(store.private_key("k", Password("changeit")).error().code, ErrorCode::kWrongPassword);
  EXPECT_EQ(store.private_key("k", Password()).error().code, ErrorCode::kPasswordRequired);
  EXPECT_TRUE(store.private_key("k", Password("own")));
}

TEST_F(KeyStoreTest, ErrorsOfAKeyNameSourceBagAndAlias) {
  const KeyStore store = open(Pkcs12Maker("changeit")
                                  .add_certificate(root_.certificate.get())
                                  .add_key(leaf_.key, {"k"}, {}, "own")
                                  .make(),
                              kPassword, {.source_name = "server.p12"});
  const Error error = store.private_key("k").error();
  EXPECT_EQ(error.where, (Location{.source = "server.p12", .index = 1, .label = "bag"}));
  EXPECT_THAT(error.message, HasSubstr("\"k\""));
  EXPECT_EQ(store.private_key("none").error().code, ErrorCode::kNoPrivateKey);
  EXPECT_EQ(store.private_key("certificate-0").error().code, ErrorCode::kNoPrivateKey);
}

TEST_F(KeyStoreTest, OneCostlyKeyAmongOthersIsListedAndRefusedWhenAskedFor) {
  const KeyStore store =
      open(Pkcs12Maker("changeit")
               .add_key(leaf_.key, {"costly"}, {.iterations = 5000})
               .add_key(other_.key, {"fine"})
               .add_key(other_.key, {"memory"}, {.scrypt_n = 2048})
               .make(),
           kPassword, {.limits = {.max_iterations = 4999, .max_scrypt_bytes = 1 << 20}});
  ASSERT_THAT(store.problems(), SizeIs(2));
  EXPECT_EQ(store.problems()[0].code, ErrorCode::kLimitExceeded);
  EXPECT_EQ(store.problems()[0].where.index, 0u);
  const std::uint64_t before = counters().kdf_runs.get();
  EXPECT_EQ(store.private_key("costly").error().code, ErrorCode::kLimitExceeded);
  EXPECT_EQ(store.private_key("memory").error().code, ErrorCode::kLimitExceeded);
  EXPECT_EQ(counters().kdf_runs.get(), before);
  EXPECT_TRUE(store.private_key("fine"));
}

TEST_F(KeyStoreTest, WithoutAttributesThePublicKeyFindsTheChainOnceDecrypted) {
  const KeyStore store = open(Pkcs12Maker("changeit")
                                  .add_key(leaf_.key, {})
                                  .add_certificate(root_.certificate.get())
                                  .add_certificate(other_.certificate.get())
                                  .add_certificate(leaf_.certificate.get())
                                  .make());
  EXPECT_THAT(store.find("1")->chain, IsEmpty());
  const Result<DecryptedKey> key = store.private_key("1");
  ASSERT_TRUE(key) << key.error().describe();
  EXPECT_THAT(subjects(key->chain()), ElementsAre("CN=leaf", "CN=Root"));
}

TEST_F(KeyStoreTest, AWrongPairingIsMendedByThePublicKeyOrRefused) {
  const auto file = [&](const TestCertificate& second) {
    return Pkcs12Maker("changeit")
        .add_key(leaf_.key, {"k", "1"})
        .add_certificate(other_.certificate.get(), {"k", "1"})
        .add_certificate(second.certificate.get())
        .make();
  };
  const Result<DecryptedKey> mended = open(file(leaf_)).private_key("k");
  ASSERT_TRUE(mended) << mended.error().describe();
  EXPECT_THAT(subjects(mended->chain()), ElementsAre("CN=leaf"));
  EXPECT_EQ(open(file(root_)).private_key("k").error().code, ErrorCode::kKeyMismatch);
}

TEST_F(KeyStoreTest, DuplicatesAreAllKeptAndAddressable) {
  const KeyStore store = open(Pkcs12Maker("changeit")
                                  .add_key(leaf_.key, {"A#2"})
                                  .add_key(leaf_.key, {"a"})
                                  .add_key(other_.key, {"A"})
                                  .add_key(root_.key, {"a"})
                                  .make());
  EXPECT_THAT(store.aliases(), ElementsAre("A#2", "a", "A#3", "a#4"));
  EXPECT_EQ(EVP_PKEY_eq(native_key(*store.private_key("a#3")), other_.key), 1);
}

TEST_F(KeyStoreTest, EntriesWithoutANameAreNumberedAsInTheJdk) {
  const KeyStore store = open(Pkcs12Maker("changeit")
                                  .add_key(leaf_.key, {})
                                  .add_key(other_.key, {"named"})
                                  .add_certificate(root_.certificate.get())
                                  .add_certificate(root_.certificate.get(), {.trusted = true})
                                  .make());
  EXPECT_THAT(store.aliases(), ElementsAre("1", "named", "certificate-2", "2"));
}

TEST_F(KeyStoreTest, EveryKindOfEntryIsListedInFileOrder) {
  const X509CrlPtr crl = [&] {
    X509CrlPtr made(X509_CRL_new());
    X509_CRL_set_issuer_name(made.get(), X509_get_subject_name(root_.certificate.get()));
    const OpenSslPtr<ASN1_TIME, ASN1_TIME_free> now(ASN1_TIME_set(nullptr, 1700000000));
    X509_CRL_set1_lastUpdate(made.get(), now.get());
    X509_CRL_sign(made.get(), root_.key, EVP_sha256());
    return made;
  }();
  const KeyStore store =
      open(Pkcs12Maker("changeit")
               .add_secret("s", {"secret"})
               .add_crl(crl.get())
               .add_certificate(root_.certificate.get(), {.trusted = true})
               .add_certificate(other_.certificate.get(), {"spare"})
               .add_key(leaf_.key, {"server", "Time 1700000000123"})
               .add_certificate(leaf_.certificate.get(), {"server", "Time 1700000000123"})
               .make());
  std::vector<std::string> kinds;
  for (const KeyStoreEntry& entry : store.entries()) kinds.emplace_back(to_string(entry.kind));
  EXPECT_THAT(kinds,
              ElementsAre("secret", "crl", "trusted_certificate", "certificate", "private_key"));
  Bytes der(static_cast<std::size_t>(i2d_X509_CRL(crl.get(), nullptr)));
  unsigned char* out = der.data();
  i2d_X509_CRL(crl.get(), &out);
  EXPECT_EQ(store.find("crl-1")->crl, der);
  EXPECT_EQ(store.find("server")->created, std::chrono::sys_time<std::chrono::milliseconds>(
                                               std::chrono::milliseconds(1700000000123)));
  EXPECT_EQ(store.find("secret")->created, std::nullopt);
}

TEST_F(KeyStoreTest, AFileWithoutKeysIsATrustStoreMarkedOrNot) {
  const KeyStore store =
      open(Pkcs12Maker("changeit").add_certificate(root_.certificate.get(), {"ca"}).make());
  EXPECT_EQ(store.find("ca")->kind, EntryKind::kTrustedCertificate);
}

TEST_F(KeyStoreTest, ACertificateThatIsNoneIsListedAndHidesNoOther) {
  Bytes file = Pkcs12Maker("changeit")
                   .add_key(leaf_.key, {"server", "1"})
                   .add_certificate(root_.certificate.get())
                   .add_certificate(leaf_.certificate.get(), {"server", "1"})
                   .make(nullptr);
  const Bytes der = root_.der();
  const auto found = std::ranges::search(file, der);
  ASSERT_FALSE(found.empty());
  found[6] ^= 0xff;  // within the version
  const KeyStore store = open(file);
  ASSERT_THAT(store.problems(), SizeIs(1));
  EXPECT_EQ(store.problems()[0].where.index, 1u);
  EXPECT_THAT(store.problems()[0].message, HasSubstr("certificate: "));
  EXPECT_THAT(store.aliases(), ElementsAre("server"));
  EXPECT_EQ(store.integrity(), std::nullopt);
}

TEST_F(KeyStoreTest, AFileIsOpenedByPathAndLimitedInSize) {
  const testing::TemporaryFolder folder;
  const Bytes file = Pkcs12Maker("changeit").add_key(leaf_.key, {"k"}).make();
  const auto path = folder.write("a.p12", std::string(file.begin(), file.end()));
  const Result<KeyStore> store = KeyStore::open(path, kPassword);
  ASSERT_TRUE(store) << store.error().describe();
  EXPECT_GT(KeyStore::open(path, kPassword)->generation(), store->generation());
  EXPECT_EQ(KeyStore::open(path, Password("x")).error().where.source, path.string());
  const KeyStoreOptions small = {.limits = {.max_bytes = 100}};
  EXPECT_EQ(KeyStore::open(path, kPassword, small).error().code, ErrorCode::kLimitExceeded);
  EXPECT_EQ(KeyStore::from_bytes(file, kPassword, small).error().code, ErrorCode::kLimitExceeded);
  EXPECT_EQ(KeyStore::open(folder.path() / "none").error().code, ErrorCode::kIo);
}

TEST_F(KeyStoreTest, ManyThreadsDecryptFromOneStoreAtOnce) {
  const KeyStore store =
      open(Pkcs12Maker("changeit")
               .add_key(leaf_.key, {"a", "1"}, {.algorithm = NID_pbe_WithSHA1And40BitRC2_CBC})
               .add_key(other_.key, {"b", "2"})
               .add_certificate(leaf_.certificate.get(), {"a", "1"})
               .add_certificate(other_.certificate.get(), {"b", "2"})
               .make());
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([store, alias = std::string(i % 2 == 0 ? "a" : "b")] {
      for (int run = 0; run < 4; ++run) {
        const Result<DecryptedKey> key = store.private_key(alias);
        ASSERT_TRUE(key) << key.error().describe();
        EXPECT_EQ(key->chain().size(), 1u);
      }
    });
  }
}

TEST_F(KeyStoreTest, ACallersErrorQueueIsLeftAlone) {
  ERR_clear_error();
  const Bytes file = Pkcs12Maker("changeit").add_key(leaf_.key, {"k"}).make();
  EXPECT_FALSE(KeyStore::from_bytes(file, Password("x")));
  EXPECT_FALSE(open(file).private_key("k", Password("x")));
  EXPECT_EQ(ERR_peek_error(), 0u);
}

}  // namespace
}  // namespace keyrack
