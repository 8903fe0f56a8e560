// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <keyrack/identity.h>
#include <keyrack/openssl.h>
#include <keyrack/stats.h>
#include <openssl/pem.h>

#include <string>
#include <vector>

#include "keystore/identity_state.h"
#include "tests/support/certificate_maker.h"
#include "tests/support/secret_scan.h"

namespace keyrack {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::KeyType;
using testing::make_certificate;
using testing::TestCertificate;

// Root, intermediate, leaf: each test gets its own, so that nothing is shared between tests.
struct Pki {
  explicit Pki(const std::string& name, KeyType type = KeyType::kP256)
      : root(make_certificate({.common_name = name + " root", .is_ca = true})),
        intermediate(make_certificate(
            {.common_name = name + " intermediate", .issuer = &root, .is_ca = true})),
        leaf(make_certificate({.common_name = name, .key_type = type, .issuer = &intermediate})) {}

  TestCertificate root;
  TestCertificate intermediate;
  TestCertificate leaf;
};

std::vector<std::string> subjects(const std::vector<Certificate>& certificates) {
  std::vector<std::string> names;
  for (const Certificate& certificate : certificates) names.push_back(certificate.subject());
  return names;
}

ErrorCode code_of(const Result<Identity>& identity) {
  EXPECT_FALSE(identity);
  return identity ? ErrorCode::kIo : identity.error().code;
}

TEST(Identity, ReadsCertificatesAndKeyInAnyOrderFromOneTextOrTwo) {
  const Pki pki("any order");
  const std::string leaf = pki.leaf.pem();
  const std::string others = pki.intermediate.pem() + pki.root.pem();
  const std::string key = pki.leaf.key_pem();
  const auto expect_chain = [](const Result<Identity>& identity) {
    ASSERT_TRUE(identity) << identity.error().describe();
    EXPECT_THAT(subjects(identity->chain()),
                ElementsAre("CN=any order", "CN=any order intermediate", "CN=any order root"));
    EXPECT_FALSE(identity->was_reordered());
  };
  expect_chain(Identity::from_pem(leaf + others + key));
  expect_chain(Identity::from_pem(key + leaf + others));
  expect_chain(Identity::from_pem("comment\n" + leaf + key + others));
  expect_chain(Identity::from_pem(leaf + others, key));
  expect_chain(Identity::from_pem(leaf, key + others));
}

TEST(Identity, PutsTheChainInOrderAndReportsIt) {
  const Pki pki("reversed");
  const auto identity = Identity::from_pem(pki.root.pem() + pki.intermediate.pem() + pki.leaf.pem(),
                                           pki.leaf.key_pem());
  ASSERT_TRUE(identity);
  EXPECT_THAT(subjects(identity->chain()),
              ElementsAre("CN=reversed", "CN=reversed intermediate", "CN=reversed root"));
  EXPECT_TRUE(identity->was_reordered());
  EXPECT_THAT(identity->unused_certificates(), IsEmpty());
}

TEST(Identity, ReportsCertificatesThatDoNotBelongToTheChain) {
  const Pki pki("used");
  const Pki other("other");
  const auto identity = Identity::from_pem(
      pki.leaf.pem() + other.root.pem() + pki.intermediate.pem(), pki.leaf.key_pem());
  ASSERT_TRUE(identity);
  EXPECT_THAT(subjects(identity->chain()), ElementsAre("CN=used", "CN=used intermediate"));
  EXPECT_THAT(subjects(identity->unused_certificates()), ElementsAre("CN=other root"));
  EXPECT_TRUE(identity->was_reordered());
}

TEST(Identity, ACertificateOrKeyThatComesTwiceCountsOnce) {
  const Pki pki("twice");
  const std::string all = pki.leaf.pem() + pki.intermediate.pem() + pki.leaf.key_pem();
  const auto identity = Identity::from_pem(all, all);
  ASSERT_TRUE(identity) << identity.error().describe();
  EXPECT_EQ(identity->chain().size(), 2u);
  EXPECT_THAT(identity->unused_certificates(), IsEmpty());
}

TEST(Identity, TheValidOneOfTwoLeavesWithOneKeyIsTheLeaf) {
  const TestCertificate expired = make_certificate({.common_name = "expired",
                                                    .key_label = "one key",
                                                    .not_before_days = -20,
                                                    .not_after_days = -10});
  const TestCertificate valid =
      make_certificate({.common_name = "valid", .key_label = "one key", .not_before_days = -30});
  const auto identity = Identity::from_pem(expired.pem() + valid.pem() + valid.key_pem());
  ASSERT_TRUE(identity);
  EXPECT_THAT(subjects(identity->chain()), ElementsAre("CN=valid"));
}

TEST(Identity, TheIssuerIsTheOneWithTheRightKeyAmongEqualNames) {
  const auto make_ca = [](const std::string& key) {
    return make_certificate({.common_name = "same name",
                             .key_label = key,
                             .is_ca = true,
                             .with_key_identifiers = false});
  };
  const TestCertificate wrong = make_ca("wrong issuer");
  const TestCertificate right = make_ca("right issuer");
  const TestCertificate leaf = make_certificate(
      {.common_name = "leaf of two", .issuer = &right, .with_key_identifiers = false});
  const auto identity = Identity::from_pem(leaf.pem() + wrong.pem() + right.pem() + leaf.key_pem());
  ASSERT_TRUE(identity);
  ASSERT_EQ(identity->chain().size(), 2u);
  EXPECT_EQ(identity->chain()[1].pem(), right.pem());
}

TEST(Identity, ALoopOfIssuersEnds) {
  const TestCertificate a = make_certificate(
      {.common_name = "loop a", .issuer_name = {{"CN", "loop b"}}, .with_key_identifiers = false});
  const TestCertificate b = make_certificate(
      {.common_name = "loop b", .issuer_name = {{"CN", "loop a"}}, .with_key_identifiers = false});
  const auto identity = Identity::from_pem(a.pem() + b.pem() + a.key_pem());
  ASSERT_TRUE(identity);
  EXPECT_EQ(identity->chain().size(), 2u);
}

TEST(Identity, TheSameTextIsOneIdentityWhileSomebodyHoldsIt) {
  const Pki pki("shared text");
  const std::string certificates = pki.leaf.pem() + pki.intermediate.pem();
  const std::string key = pki.leaf.key_pem();
  const auto first = Identity::from_pem(certificates, key);
  const Stats before = stats();
  const auto second = Identity::from_pem(certificates, key);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(&first->state(), &second->state());
  EXPECT_EQ(stats().private_keys_shared - before.private_keys_shared, 1u);
  EXPECT_EQ(stats().private_keys_loaded, before.private_keys_loaded);
  EXPECT_EQ(stats().certificates_parsed, before.certificates_parsed);
}

TEST(Identity, TheSameKeyAndIssuersAreSharedUnderAnotherLeaf) {
  const Pki pki("renewed");
  const TestCertificate renewed = make_certificate(
      {.common_name = "renewed", .issuer = &pki.intermediate, .not_after_days = 700});
  const auto old_one =
      Identity::from_pem(pki.leaf.pem() + pki.intermediate.pem(), pki.leaf.key_pem());
  const auto new_one =
      Identity::from_pem(renewed.pem() + pki.intermediate.pem(), pki.leaf.key_pem());
  ASSERT_TRUE(old_one && new_one);
  EXPECT_NE(&old_one->state(), &new_one->state());
  EXPECT_EQ(native_key(*old_one), native_key(*new_one));
  EXPECT_EQ(sk_X509_value(old_one->state().issuers(), 0),
            sk_X509_value(new_one->state().issuers(), 0));
}

std::string encrypted(EVP_PKEY* key, const char* password) {
  const BioPtr out(BIO_new(BIO_s_mem()));
  EXPECT_EQ(PEM_write_bio_PKCS8PrivateKey(out.get(), key, EVP_aes_256_cbc(), password,
                                          static_cast<int>(strlen(password)), nullptr, nullptr),
            1);
  char* text = nullptr;
  const long size = BIO_get_mem_data(out.get(), &text);
  return std::string(text, static_cast<std::size_t>(size));
}

TEST(Identity, AWrongPasswordIsNeverAnsweredFromTheShared) {
  const Pki pki("password");
  const std::string certificate = pki.leaf.pem();
  const std::string key = encrypted(pki.leaf.key, "right");
  const auto held = Identity::from_pem(certificate, key, Password("right"));
  ASSERT_TRUE(held);
  EXPECT_EQ(code_of(Identity::from_pem(certificate, key, Password("wrong"))),
            ErrorCode::kWrongPassword);
  EXPECT_EQ(code_of(Identity::from_pem(certificate, key)), ErrorCode::kPasswordRequired);
  const Stats before = stats();
  EXPECT_TRUE(Identity::from_pem(certificate, key, Password("right")));
  EXPECT_EQ(stats().kdf_runs, before.kdf_runs);
}

TEST(Identity, SaysWhatIsMissing) {
  const Pki pki("missing");
  const Pki other("missing too");
  EXPECT_EQ(code_of(Identity::from_pem(pki.leaf.pem())), ErrorCode::kNoPrivateKey);
  EXPECT_EQ(code_of(Identity::from_pem(pki.leaf.key_pem())), ErrorCode::kNoCertificates);
  EXPECT_EQ(code_of(Identity::from_pem(pki.root.pem() + pki.leaf.key_pem())),
            ErrorCode::kKeyMismatch);
  EXPECT_EQ(code_of(Identity::from_pem(pki.leaf.pem() + pki.leaf.key_pem() + other.leaf.key_pem())),
            ErrorCode::kKeyMismatch);
  EXPECT_EQ(code_of(Identity::from_pem("")), ErrorCode::kEmptyInput);
  EXPECT_EQ(code_of(Identity::from_pem("no block at all\n")), ErrorCode::kNoPemBlock);
}

TEST(Identity, NamesThePlaceOfABadBlock) {
  const Pki pki("bad block");
  std::string certificates = pki.leaf.pem() + pki.intermediate.pem();
  const std::size_t second = certificates.rfind("-----BEGIN");
  certificates[certificates.find('\n', second) + 5] = '*';
  const auto identity = Identity::from_pem(certificates, pki.leaf.key_pem());
  ASSERT_EQ(code_of(identity), ErrorCode::kBadBase64);
  EXPECT_EQ(identity.error().where.source, "certificates");
  EXPECT_EQ(identity.error().where.index, 1u);
  EXPECT_EQ(identity.error().where.offset, second);
  EXPECT_EQ(identity.error().where.label, "CERTIFICATE");
}

TEST(Identity, MoreCertificatesThanAnyChainHasAreRefused) {
  const TestCertificate leaf = make_certificate({.common_name = "too many"});
  std::string text = leaf.pem() + leaf.key_pem();
  for (int i = 0; i < 1000; ++i) {
    text += make_certificate({.common_name = "filler", .with_key_identifiers = false}).pem();
  }
  EXPECT_EQ(code_of(Identity::from_pem(text)), ErrorCode::kLimitExceeded);
}

TEST(Identity, EveryKeyTypeOfACertificateIsMatched) {
  for (const KeyType type :
       {KeyType::kRsa2048, KeyType::kP256, KeyType::kP384, KeyType::kEd25519}) {
    const Pki pki("type " + std::to_string(static_cast<int>(type)), type);
    const auto identity = Identity::from_pem(pki.leaf.pem(), pki.leaf.key_pem());
    ASSERT_TRUE(identity) << identity.error().describe();
    EXPECT_EQ(EVP_PKEY_eq(native_key(*identity), pki.leaf.key), 1);
  }
}

// Makes an identity from a key text that is in memory only while it is read, and drops it. Returns
// how often the middle of that text is in memory after all.
std::size_t count_text_left_behind(const std::string& certificate,
                                   const testing::MaskedBytes& key) {
  const testing::MaskedBytes needle = key.part(key.size() / 2, 24);
  {
    SecretBytes text(key.size());
    key.unmask_to(text.span());
    const auto identity = Identity::from_pem(certificate, as_text(text.span()));
    EXPECT_TRUE(identity) << identity.error().describe();
    EXPECT_GT(testing::count_in_memory(needle), 1u) << "it is kept for comparing";
  }
  return testing::count_in_memory(needle);
}

TEST(Identity, LeavesNoKeyTextInMemoryAfterItsLastHandle) {
  if (!testing::can_scan_memory()) GTEST_SKIP() << "memory cannot be scanned under a sanitizer";
  for (const bool is_warm_up : {true, false}) {
    const testing::MaskedBytes both = testing::make_elsewhere([] {
      const TestCertificate made =
          make_certificate({.common_name = "wiped", .key_type = KeyType::kRsa2048});
      const std::string text = made.pem() + "#" + made.key_pem();
      return std::vector<std::uint8_t>(text.begin(), text.end());
    });
    SecretBytes text(both.size());
    both.unmask_to(text.span());
    const std::size_t split = as_text(text.span()).find('#');
    const std::string certificate(as_text(text.span()).substr(0, split));
    text = SecretBytes();
    const std::size_t left =
        count_text_left_behind(certificate, both.part(split + 1, both.size() - split - 1));
    if (!is_warm_up) {
      EXPECT_EQ(left, 0u);
    }
  }
}

}  // namespace
}  // namespace keyrack
