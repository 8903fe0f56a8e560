// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <keyrack/key_store_writer.h>
#include <keyrack/openssl.h>
#include <sys/stat.h>

#include "base/counters.h"
#include "keystore/pkcs12_reader.h"
#include "tests/support/certificate_maker.h"
#include "tests/support/pkcs12_maker.h"
#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::make_certificate;
using testing::TestCertificate;

using Bytes = std::vector<std::uint8_t>;
const Password kPassword("ch\u00e4ngeit");

Certificate certificate_of(const TestCertificate& made) {
  return *Certificate::from_der(made.der());
}

class KeyStoreWriterTest : public ::testing::Test {
 protected:
  static KeyStore reopen(const KeyStoreWriter& writer, const Password& password,
                         const KeyStoreWriteOptions& options = {}) {
    const Result<Bytes> bytes = writer.to_bytes(password, options);
    const Result<KeyStore> store =
        bytes ? KeyStore::from_bytes(*bytes, password) : std::unexpected(bytes.error());
    if (!store) {
      ADD_FAILURE() << store.error().describe();
      std::abort();
    }
    return *store;
  }
  bool is_key(const Result<DecryptedKey>& key, const TestCertificate& made) {
    return key && EVP_PKEY_eq(native_key(*key), made.key) == 1;
  }
  void set(const std::string& alias, const TestCertificate& made, const Password& own = {}) {
    const Result<void> done =
        set_key(writer_, alias, made.key, {certificate_of(made), certificate_of(root_)}, own);
    EXPECT_TRUE(done) << done.error().describe();
  }

  const TestCertificate root_ = make_certificate({.common_name = "Root", .is_ca = true});
  const TestCertificate leaf_ = make_certificate({.common_name = "leaf", .issuer = &root_});
  const TestCertificate other_ = make_certificate({.common_name = "other", .issuer = &root_});
  KeyStoreWriter writer_;
};

TEST_F(KeyStoreWriterTest, EveryProfileReadsBackWhole) {
  set("Server \U0001F511", leaf_);
  set("own", other_, Password("its own"));
  ASSERT_TRUE(writer_.set_trusted_certificate("ca", certificate_of(root_)));
  for (const KeyStoreProfile profile : {KeyStoreProfile::kDefault, KeyStoreProfile::kModern,
                                        KeyStoreProfile::kJava8, KeyStoreProfile::kPasswordless}) {
    SCOPED_TRACE(static_cast<int>(profile));
    const Password password = profile == KeyStoreProfile::kPasswordless ? Password() : kPassword;
    const KeyStore store = reopen(writer_, password, {.profile = profile});
    EXPECT_THAT(store.problems(), IsEmpty());
    EXPECT_THAT(store.aliases(), ElementsAre("Server \U0001F511", "own", "ca"));
    EXPECT_TRUE(is_key(store.private_key("server \U0001F511"), leaf_));
    EXPECT_TRUE(is_key(store.private_key("own", Password("its own")), other_));
    EXPECT_FALSE(store.private_key("own"));
    EXPECT_EQ(store.find("own")->chain,
              (std::vector{certificate_of(other_), certificate_of(root_)}));
    EXPECT_EQ(store.find("ca")->kind, EntryKind::kTrustedCertificate);
    EXPECT_TRUE(store.find("own")->created.has_value());
  }
}

TEST_F(KeyStoreWriterTest, EachProfileNamesItsAlgorithms) {
  set("k", leaf_);
  const KeyStore standard = reopen(writer_, kPassword);
  EXPECT_EQ(standard.integrity(), (PasswordAlgorithm{"HMAC-SHA256", "PKCS12-SHA256", 10'000}));
  EXPECT_EQ(standard.find("k")->encryption,
            (PasswordAlgorithm{"AES-256-CBC", "PBKDF2-HMAC-SHA256", 10'000}));
  const KeyStore modern =
      reopen(writer_, kPassword, {.profile = KeyStoreProfile::kModern, .iterations = 5000});
  EXPECT_EQ(modern.integrity(), (PasswordAlgorithm{"HMAC-SHA256", "PBKDF2-HMAC-SHA256", 5000}));
  const KeyStore java8 = reopen(writer_, kPassword, {.profile = KeyStoreProfile::kJava8});
  EXPECT_EQ(java8.integrity(), (PasswordAlgorithm{"HMAC-SHA1", "PKCS12-SHA1", 10'000}));
  EXPECT_EQ(java8.find("k")->encryption,
            (PasswordAlgorithm{"DES-EDE3-CBC", "PKCS12-SHA1", 10'000}));
  const KeyStore open = reopen(writer_, Password(), {.profile = KeyStoreProfile::kPasswordless});
  EXPECT_EQ(open.integrity(), std::nullopt);
  EXPECT_EQ(open.find("k")->encryption, std::nullopt);
}

TEST_F(KeyStoreWriterTest, LibcryptoReadsWhatIsWritten) {
  set("k", leaf_);
  for (const KeyStoreProfile profile : {KeyStoreProfile::kDefault, KeyStoreProfile::kJava8}) {
    const Bytes bytes = *writer_.to_bytes(kPassword, {.profile = profile});
    const unsigned char* at = bytes.data();
    const Pkcs12Ptr file(d2i_PKCS12(nullptr, &at, static_cast<long>(bytes.size())));
    ASSERT_NE(file, nullptr);
    EVP_PKEY* key = nullptr;
    X509* leaf = nullptr;
    ASSERT_EQ(PKCS12_parse(file.get(), std::string(kPassword.view()).c_str(), &key, &leaf, nullptr),
              1);
    const EvpPkeyPtr owned_key(key);
    const X509Ptr owned_leaf(leaf);
    EXPECT_EQ(EVP_PKEY_eq(key, leaf_.key), 1);
    EXPECT_EQ(X509_cmp(leaf, leaf_.certificate.get()), 0);
  }
}

TEST_F(KeyStoreWriterTest, OnlyAnchorsAreMarkedAndASharedIssuerIsWrittenOnce) {
  set("a", leaf_);
  set("b", other_);
  const Bytes chains_only = *writer_.to_bytes(kPassword, {.iterations = 1});
  const auto contents = read_pkcs12(chains_only, kPassword, {});
  ASSERT_TRUE(contents);
  EXPECT_EQ(contents->bags.size(), 5u) << "two keys, two leaves, one root";
  for (const Pkcs12Bag& bag : contents->bags) EXPECT_FALSE(bag.is_trusted);
}

TEST_F(KeyStoreWriterTest, WritingCostsOneKdfRunForTheMacOneForTheCertificatesOneForEachKey) {
  set("a", leaf_);
  set("b", other_);
  const std::uint64_t before = counters().kdf_runs.get();
  ASSERT_TRUE(writer_.to_bytes(kPassword));
  EXPECT_EQ(counters().kdf_runs.get() - before, 4u);
}

TEST_F(KeyStoreWriterTest, AnEntryIsReplacedInItsPlaceAndRemoved) {
  set("a", leaf_);
  set("b", other_);
  set("A", other_);
  EXPECT_THAT(writer_.aliases(), ElementsAre("A", "b"));
  EXPECT_TRUE(is_key(reopen(writer_, kPassword).private_key("a"), other_));
  EXPECT_TRUE(writer_.remove("B"));
  EXPECT_FALSE(writer_.remove("b"));
  EXPECT_THAT(reopen(writer_, kPassword).aliases(), ElementsAre("A"));
}

TEST_F(KeyStoreWriterTest, KeysOfOneInstantKeepTheirOwnCertificates) {
  const std::string time = "Time 1700000000123";
  const Bytes file = testing::Pkcs12Maker("ch\u00e4ngeit")
                         .add_key(leaf_.key, {"a", time})
                         .add_certificate(leaf_.certificate.get(), {"a", time})
                         .add_key(other_.key, {"b", time})
                         .add_certificate(other_.certificate.get(), {"b", time})
                         .make();
  EXPECT_THAT(writer_.add_all(*KeyStore::from_bytes(file, kPassword)), IsEmpty());
  const Bytes written = *writer_.to_bytes(kPassword);
  const auto contents = read_pkcs12(written, kPassword, {});
  EXPECT_EQ(as_text(contents->bags[0].local_key_id), time);
  EXPECT_NE(as_text(contents->bags[1].local_key_id), time);
  const KeyStore store = reopen(writer_, kPassword);
  EXPECT_EQ(store.find("a")->chain.front(), certificate_of(leaf_));
  EXPECT_EQ(store.find("b")->chain.front(), certificate_of(other_));
}

TEST_F(KeyStoreWriterTest, AddingAStoreSaysWhatItLeftOut) {
  set("mine", leaf_);
  set("own", other_, Password("its own"));
  const KeyStore store = reopen(writer_, kPassword);
  KeyStoreWriter copy;
  EXPECT_THAT(copy.add_all(store), ElementsAre("own"));
  EXPECT_THAT(copy.aliases(), ElementsAre("mine"));
}

TEST_F(KeyStoreWriterTest, AnotherKeysCertificateIsRefused) {
  const Result<void> mismatch = set_key(writer_, "k", leaf_.key, {certificate_of(other_)});
  ASSERT_FALSE(mismatch);
  EXPECT_EQ(mismatch.error().code, ErrorCode::kKeyMismatch);
  EXPECT_THAT(writer_.aliases(), IsEmpty());
}

TEST_F(KeyStoreWriterTest, OptionsThatMakeNoSenseAreRefused) {
  set("k", leaf_);
  EXPECT_EQ(writer_.to_bytes(Password()).error().code, ErrorCode::kBadOption);
  EXPECT_EQ(writer_.to_bytes(kPassword, {.iterations = 0}).error().code, ErrorCode::kBadOption);
  EXPECT_EQ(writer_.to_bytes(kPassword, {.profile = KeyStoreProfile::kPasswordless}).error().code,
            ErrorCode::kBadOption);
  EXPECT_EQ(writer_.set_trusted_certificate("\xff", certificate_of(root_)).error().code,
            ErrorCode::kBadOption);
  EXPECT_TRUE(writer_.to_bytes(Password("")));
}

TEST_F(KeyStoreWriterTest, AFileIsReplacedWithMode0600) {
  const testing::TemporaryFolder folder;
  const auto path = folder.write("a.p12", "old");
  set("k", leaf_);
  ASSERT_TRUE(writer_.write(path, kPassword));
  EXPECT_TRUE(is_key(KeyStore::open(path, kPassword)->private_key("k"), leaf_));
  struct stat status{};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777u, 0600u);
}

}  // namespace
}  // namespace keyrack
