// SPDX-License-Identifier: Apache-2.0
// PEM identities as sources of a key manager.
#include <gtest/gtest.h>
#include <keyrack/key_manager.h>
#include <keyrack/openssl.h>
#include <keyrack/stats.h>
#include <openssl/pem.h>

#include <chrono>
#include <thread>

#include "keys/key_stores_for_test.h"
#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

using testing::TestCertificate;

const KeyRequest kRequest{.key_types = {"EC", "RSA"}};
const KeyManagerOptions kByHand{.reload = {.automatic = false}};

std::string encrypted_key_pem(EVP_PKEY* key, std::string_view password) {
  const BioPtr out(BIO_new(BIO_s_mem()));
  PEM_write_bio_PKCS8PrivateKey(out.get(), key, EVP_aes_256_cbc(), password.data(),
                                static_cast<int>(password.size()), nullptr, nullptr);
  char* text = nullptr;
  const long size = BIO_get_mem_data(out.get(), &text);
  return {text, static_cast<std::size_t>(size)};
}

class PemSourceTest : public ::testing::Test {
 protected:
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    return folder_.write(name, text);
  }
  std::filesystem::path path(const char* name) const { return folder_.path() / name; }
  static KeyManager manage(KeySource source, const KeyManagerOptions& options = kByHand) {
    return KeyManager::create({std::move(source)}, options).value();
  }
  static std::string subject_now(const KeyManager& manager) {
    const auto credential = manager.choose(kRequest);
    if (!credential) return std::string(to_string(credential.error().code));
    return credential->chain().front().subject();
  }

  testing::TemporaryFolder folder_;
  const TestCertificate root_ = testing::make_certificate({.common_name = "root", .is_ca = true});
  const TestCertificate one_ = testing::make_certificate({.common_name = "one", .issuer = &root_});
  const TestCertificate two_ = testing::make_certificate({.common_name = "two"});
};

TEST_F(PemSourceTest, CertificateAndKeyMayBeInOneFileOrInTwoInAnyOrder) {
  const std::string key = one_.key_pem();
  write("both", key + root_.pem() + one_.pem());
  write("certificates", one_.pem() + root_.pem());
  write("key", key);
  for (const KeySource& source :
       {KeySource::pem_file(path("both")), KeySource::pem_files(path("certificates"), path("key")),
        KeySource::pem_files(path("key"), path("certificates"))}) {
    const auto credential = manage(source).choose(kRequest);
    ASSERT_TRUE(credential) << credential.error().describe();
    ASSERT_EQ(credential->chain().size(), 2u);
    EXPECT_EQ(credential->chain()[0].subject(), "CN=one");
    EXPECT_EQ(EVP_PKEY_eq(native_key(*credential), one_.key), 1);
  }
}

TEST_F(PemSourceTest, TheAliasIsTheFilesNameWhateverIsInIt) {
  write("tls.crt", one_.pem());
  write("tls.key", one_.key_pem());
  const KeyManager manager = manage(KeySource::pem_files(path("tls.crt"), path("tls.key")));
  EXPECT_EQ(manager.choose_alias(kRequest), "1.0.tls");
  EXPECT_EQ(manager.credential("1.0.TLS")->alias(), "tls");
  write("tls.crt", two_.pem());
  write("tls.key", two_.key_pem());
  ASSERT_TRUE(manager.refresh());
  EXPECT_EQ(manager.choose_alias(kRequest), "2.0.tls");
  EXPECT_EQ(subject_now(manager), "CN=two");
}

TEST_F(PemSourceTest, ACertificateThatIsRenewedBeforeItsKeyNeverShows) {
  write("tls.crt", one_.pem());
  write("tls.key", one_.key_pem());
  const KeyManager manager = manage(KeySource::pem_files(path("tls.crt"), path("tls.key")));
  EXPECT_EQ(subject_now(manager), "CN=one");
  write("tls.crt", two_.pem());
  EXPECT_EQ(manager.refresh().error().code, ErrorCode::kKeyMismatch);
  EXPECT_EQ(subject_now(manager), "CN=one");
  write("tls.key", two_.key_pem().substr(0, 100));
  EXPECT_FALSE(manager.refresh());
  EXPECT_EQ(subject_now(manager), "CN=one");
  write("tls.key", two_.key_pem());
  EXPECT_TRUE(manager.refresh());
  EXPECT_EQ(subject_now(manager), "CN=two");
}

TEST_F(PemSourceTest, AFolderThatIsSwappedByItsLinkIsReadAsOne) {
  for (const auto& [version, made] : {std::pair("1", &one_), std::pair("2", &two_)}) {
    std::filesystem::create_directory(path(version));
    write(std::string(version) + "/tls.crt", made->pem());
    write(std::string(version) + "/tls.key", made->key_pem());
  }
  const auto point_to = [&](const char* version) {
    std::filesystem::create_directory_symlink(version, path("next"));
    std::filesystem::rename(path("next"), path("..data"));
  };
  point_to("1");
  std::filesystem::create_symlink("..data/tls.crt", path("tls.crt"));
  std::filesystem::create_symlink("..data/tls.key", path("tls.key"));
  const KeyManager manager = manage(KeySource::pem_files(path("tls.crt"), path("tls.key")),
                                    {.reload = {.quiet_period = std::chrono::milliseconds(1)}});
  EXPECT_EQ(subject_now(manager), "CN=one");
  point_to("2");
  while (subject_now(manager) != "CN=two") {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(manager.sources()[0].reload.failures_of(ReloadFailure::kInvalid), 0u);
}

TEST_F(PemSourceTest, AnEncryptedKeyIsDecryptedOnce) {
  write("tls.pem", one_.pem() + encrypted_key_pem(one_.key, "secret"));
  const std::uint64_t before = stats().kdf_runs;
  const KeyManager manager = manage(KeySource::pem_file(path("tls.pem"), Password("secret")));
  EXPECT_EQ(stats().kdf_runs, before);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(subject_now(manager), "CN=one");
  EXPECT_TRUE(manager.refresh());
  EXPECT_EQ(subject_now(manager), "CN=one");
  EXPECT_EQ(stats().kdf_runs - before, 1u);
}

TEST_F(PemSourceTest, AWrongOrMissingPasswordIsATypedError) {
  write("tls.pem", one_.pem() + encrypted_key_pem(one_.key, "secret"));
  EXPECT_EQ(subject_now(manage(KeySource::pem_file(path("tls.pem")))), "password_required");
  const KeyManager wrong = manage(KeySource::pem_file(path("tls.pem"), Password("wrong")));
  EXPECT_EQ(subject_now(wrong), "wrong_password");
  ASSERT_EQ(wrong.problems().size(), 1u);
  EXPECT_EQ(wrong.problems()[0].where.source, path("tls.pem").string());
}

TEST_F(PemSourceTest, ContentThatChangedAroundTheSameIdentityKeepsTheCredential) {
  const std::string text = one_.pem() + one_.key_pem();
  write("tls.pem", text);
  const KeyManager manager = manage(KeySource::pem_file(path("tls.pem")));
  const Credential before = manager.choose(kRequest).value();
  write("tls.pem", "renewed by nobody\n" + text);
  ASSERT_TRUE(manager.refresh());
  EXPECT_EQ(manager.choose(kRequest).value(), before);
  EXPECT_EQ(manager.stats().reloads, 2u);
}

TEST_F(PemSourceTest, AnIdentityInMemoryIsAnEntryOfItsOwn) {
  const Identity identity = Identity::from_pem(one_.pem() + one_.key_pem()).value();
  const KeyManager manager = manage(KeySource::identity("vault", identity));
  EXPECT_EQ(manager.choose(kRequest)->alias(), "vault");
  EXPECT_TRUE(manager.refresh());
}

TEST_F(PemSourceTest, StandsBesideKeyStoresUnderEveryPolicy) {
  write("tls.pem", one_.pem() + one_.key_pem());
  for (const CachePolicy policy :
       {CachePolicy::kRefreshing, CachePolicy::kAtInit, CachePolicy::kPerHandshake}) {
    const auto manager =
        KeyManager::create({KeySource::store(testing::make_store(
                                {{"rsa", {.key_type = testing::KeyType::kRsa2048}}})),
                            KeySource::pem_file(path("tls.pem"))},
                           {.cache = policy})
            .value();
    EXPECT_EQ(manager.choose({.key_types = {"EC"}})->alias(), "tls");
    EXPECT_EQ(manager.choose({.key_types = {"RSA"}})->alias(), "rsa");
    EXPECT_EQ(manager.choose_alias({.key_types = {"EC"}}), "1.1.tls");
  }
}

}  // namespace
}  // namespace keyrack
