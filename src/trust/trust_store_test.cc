// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <keyrack/openssl.h>
#include <keyrack/stats.h>
#include <keyrack/trust_store.h>

#include <array>
#include <string>
#include <vector>

#include "tests/support/certificate_maker.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/verdict.h"

namespace keyrack {
namespace {

using ::testing::HasSubstr;
using testing::make_certificate;
using testing::TestCertificate;
using testing::verify;

TestCertificate make_root(const std::string& name) {
  return make_certificate({.common_name = name, .is_ca = true});
}

std::string pem_of(const std::vector<TestCertificate>& certificates) {
  std::string pem;
  for (const TestCertificate& certificate : certificates) pem += certificate.pem();
  return pem;
}

std::vector<TestCertificate> make_roots(const std::string& name, int count) {
  std::vector<TestCertificate> roots;
  for (int i = 0; i < count; ++i) roots.push_back(make_root(name + std::to_string(i)));
  return roots;
}

X509StorePtr thin_store(const TrustStore& trust) { return X509StorePtr(make_x509_store(trust)); }

TEST(TrustStore, ParsesOnlyTheRootThatAChainAsksFor) {
  const auto roots = make_roots("lazy root ", 144);
  const auto leaf = make_certificate({.common_name = "lazy leaf", .issuer = &roots[77]});
  const auto trust = TrustStore::from_pem(pem_of(roots));
  ASSERT_TRUE(trust) << trust.error().describe();
  EXPECT_EQ(trust->size(), 144u);
  EXPECT_EQ(trust->parsed(), 0u);

  const Stats before = stats();
  const auto store = thin_store(*trust);
  EXPECT_TRUE(verify(store.get(), leaf).is_ok());
  EXPECT_EQ(stats().certificates_parsed - before.certificates_parsed, 1u);
  EXPECT_EQ(trust->parsed(), 1u);
}

TEST(TrustStore, ASecondContextOverTheSameTrustParsesNothing) {
  const auto root = make_root("shared root");
  const auto leaf = make_certificate({.common_name = "leaf", .issuer = &root});
  const auto trust = TrustStore::from_pem(root.pem());
  const auto first = thin_store(*trust);
  EXPECT_TRUE(verify(first.get(), leaf).is_ok());

  const Stats before = stats();
  const auto second = thin_store(*trust);
  EXPECT_TRUE(verify(second.get(), leaf).is_ok());
  EXPECT_EQ(stats().certificates_parsed, before.certificates_parsed);
}

TEST(TrustStore, TheSameTextOpenedTwiceIsOneIndex) {
  const std::string pem = pem_of(make_roots("twice ", 3));
  const auto first = TrustStore::from_pem(pem);
  const Stats before = stats();
  const auto second = TrustStore::from_pem(pem);
  EXPECT_EQ(stats().indexes_built, before.indexes_built);
  EXPECT_EQ(stats().indexes_shared, before.indexes_shared + 1);
  EXPECT_EQ(second->size(), 3u);
  EXPECT_EQ(first->certificates()[0].der().data(), second->certificates()[0].der().data());
}

TEST(TrustStore, TextsThatDifferInOneCertificateAreNotShared) {
  auto roots = make_roots("differ ", 3);
  const auto first = TrustStore::from_pem(pem_of(roots));
  roots[1] = make_root("differ 1");
  const auto second = TrustStore::from_pem(pem_of(roots));
  EXPECT_NE(first->certificates()[1], second->certificates()[1]);
  EXPECT_EQ(first->certificates()[2], second->certificates()[2]);
}

TEST(TrustStore, AnIndexNobodyHoldsIsBuiltAgain) {
  const std::string pem = pem_of(make_roots("weak ", 1));
  (void)TrustStore::from_pem(pem);
  const Stats before = stats();
  (void)TrustStore::from_pem(pem);
  EXPECT_EQ(stats().indexes_built, before.indexes_built + 1);
}

TEST(TrustStore, CountsEqualCertificatesOnce) {
  const auto roots = make_roots("once ", 2);
  const auto trust = TrustStore::from_pem(roots[0].pem() + roots[1].pem() + roots[0].pem());
  EXPECT_EQ(trust->size(), 2u);
  EXPECT_EQ(trust->certificates().size(), 2u);
}

TEST(TrustStore, MergesWithoutCopyingAndHidesWhatAnEarlierStoreHas) {
  const auto roots = make_roots("merge ", 3);
  const auto first = TrustStore::from_pem(roots[0].pem() + roots[1].pem());
  const auto second = TrustStore::from_pem(roots[1].pem() + roots[2].pem());
  const Stats before = stats();
  const TrustStore merged = TrustStore::merge(std::array{*first, *second, *first});
  EXPECT_EQ(stats().certificates_indexed, before.certificates_indexed);
  EXPECT_EQ(merged.size(), 3u);
  EXPECT_EQ(merged.certificates()[2], second->certificates()[1]);
  EXPECT_EQ(merged.certificates()[0].der().data(), first->certificates()[0].der().data());

  const auto store = thin_store(merged);
  for (const auto& root : roots) {
    EXPECT_TRUE(
        verify(store.get(), make_certificate({.common_name = "l", .issuer = &root})).is_ok());
  }
}

TEST(TrustStore, AnEmptyStoreTrustsNobody) {
  const auto root = make_root("nobody");
  const auto leaf = make_certificate({.common_name = "leaf", .issuer = &root});
  EXPECT_EQ(TrustStore::empty().size(), 0u);
  EXPECT_EQ(verify(thin_store(TrustStore::empty()).get(), leaf).code,
            X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY);
}

TEST(TrustStore, AnErrorNamesSourceLineAndBlock) {
  const auto root = make_root("place");
  std::string bad = root.pem();
  bad[bad.size() / 2] = '!';
  const auto trust = TrustStore::from_pem(root.pem() + bad, {.source_name = "ca.pem"});
  ASSERT_FALSE(trust);
  EXPECT_EQ(trust.error().code, ErrorCode::kBadBase64);
  EXPECT_EQ(trust.error().where.source, "ca.pem");
  EXPECT_EQ(trust.error().where.index, 1u);
  EXPECT_EQ(trust.error().where.offset, root.pem().size());
  EXPECT_GT(trust.error().where.line.value_or(0), 5u);
}

TEST(TrustStore, LenientReadingListsProblemsAndKeepsTheRest) {
  const auto roots = make_roots("lenient ", 2);
  const std::string not_a_certificate =
      "-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n";
  const auto trust = TrustStore::from_pem(roots[0].pem() + not_a_certificate + roots[1].pem(),
                                          {.policy = ReadPolicy::kLenient});
  ASSERT_TRUE(trust);
  EXPECT_EQ(trust->size(), 2u);
  ASSERT_EQ(trust->problems().size(), 1u);
  EXPECT_EQ(trust->problems()[0].code, ErrorCode::kBadDer);
  EXPECT_EQ(trust->problems()[0].where.index, 1u);
  EXPECT_NE(trust->problems()[0].openssl_reason, "");
}

TEST(TrustStore, PrefixReadingEndsSilentlyAtTheFirstMalformedBlock) {
  const auto roots = make_roots("prefix ", 2);
  const std::string text = roots[0].pem() +
                           "-----BEGIN CERTIFICATE-----\n????\n-----END CERTIFICATE-----\n" +
                           roots[1].pem();
  const auto trust = TrustStore::from_pem(text, {.policy = ReadPolicy::kPrefix});
  ASSERT_TRUE(trust);
  EXPECT_EQ(trust->size(), 1u);
  EXPECT_TRUE(trust->problems().empty());
}

TEST(TrustStore, TextWithProblemsSharesItsIndexToo) {
  const auto root = make_root("problems shared");
  const std::string text =
      root.pem() + "-----BEGIN CERTIFICATE-----\n????\n-----END CERTIFICATE-----\n";
  const TrustStoreOptions lenient{.policy = ReadPolicy::kLenient};
  const auto first = TrustStore::from_pem(text, lenient);
  const auto second = TrustStore::from_pem(text, lenient);
  EXPECT_EQ(first->certificates()[0].der().data(), second->certificates()[0].der().data());
  EXPECT_EQ(second->problems().size(), 1u);
  EXPECT_FALSE(TrustStore::from_pem(text));
}

TEST(TrustStore, WithoutACertificateSaysWhatWasThereInstead) {
  const auto root = make_root("no certificate");
  const auto trust = TrustStore::from_pem(root.key_pem());
  ASSERT_FALSE(trust);
  EXPECT_EQ(trust.error().code, ErrorCode::kNoCertificates);
  EXPECT_THAT(trust.error().message, HasSubstr("1 PRIVATE KEY"));

  EXPECT_EQ(TrustStore::from_pem("").error().code, ErrorCode::kEmptyInput);
  EXPECT_EQ(TrustStore::from_pem("hello").error().code, ErrorCode::kNoPemBlock);
  const std::vector<std::uint8_t> der = root.der();
  const std::string_view as_text(reinterpret_cast<const char*>(der.data()), der.size());
  EXPECT_EQ(TrustStore::from_pem(as_text).error().code, ErrorCode::kUnexpectedDer);
}

TEST(TrustStore, WithoutACertificateIsNobodyWhereThatIsAllowed) {
  const TrustStoreOptions options{.allow_empty = true};
  EXPECT_EQ(TrustStore::from_pem("", options)->size(), 0u);
  EXPECT_EQ(TrustStore::from_pem(make_root("allowed").key_pem(), options)->size(), 0u);
  EXPECT_FALSE(TrustStore::from_pem("\xff\xfe-", options)) << "UTF-16 may hold certificates";
}

TEST(TrustStore, LimitsBoundASource) {
  const std::string pem = pem_of(make_roots("limit ", 3));
  const auto held = TrustStore::from_pem(pem);
  EXPECT_EQ(TrustStore::from_pem(pem, {.max_certificates = 2}).error().code,
            ErrorCode::kLimitExceeded);
  EXPECT_EQ(TrustStore::from_pem(pem, {.policy = ReadPolicy::kLenient, .max_certificates = 2})
                .error()
                .code,
            ErrorCode::kLimitExceeded);
  EXPECT_EQ(TrustStore::from_pem(pem, {.max_bytes = 100}).error().code, ErrorCode::kLimitExceeded);
}

TEST(TrustStore, ReadsAFile) {
  const testing::TemporaryFolder folder;
  const auto root = make_root("in a file");
  EXPECT_EQ(TrustStore::from_file(folder.write("ca.pem", root.pem()))->size(), 1u);
  const auto missing = TrustStore::from_file(folder.path() / "missing");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kIo);
}

}  // namespace
}  // namespace keyrack
