// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <keyrack/crl_store.h>

#include <array>
#include <string>
#include <vector>

#include "bytes/byte_view.h"
#include "reload/text_source.h"
#include "tests/support/crl_maker.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/verdict_check.h"
#include "trust/crl_store_state.h"

namespace keyrack {
namespace {

using namespace testing;

Result<CrlStore> read(const std::string& bytes, const CrlStoreOptions& options = {}) {
  return CrlStore::from_bytes(as_bytes(bytes), options);
}

std::string der_of(const std::string& pem) {
  const BioPtr in(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  const X509CrlPtr crl(PEM_read_bio_X509_CRL(in.get(), nullptr, nullptr, nullptr));
  unsigned char* der = nullptr;
  const int size = i2d_X509_CRL(crl.get(), &der);
  std::string text(reinterpret_cast<char*>(der), static_cast<std::size_t>(size));
  OPENSSL_free(der);
  return text;
}

std::size_t count_of(const CrlStore& store, const TestCertificate& issuer) {
  return CrlsByIssuer(store, {}).of(X509_get_subject_name(issuer.certificate.get())).size();
}

TEST(CrlStore, ReadsSeveralListsInPemAndInDer) {
  const std::string first = make_crl(root());
  const std::string second = make_crl(intermediate());
  const auto pem = read(root().pem() + first + "some text\n" + second);
  ASSERT_TRUE(pem) << pem.error().describe();
  EXPECT_EQ(pem->size(), 2u);
  const auto der = read(der_of(first) + der_of(second));
  ASSERT_TRUE(der) << der.error().describe();
  EXPECT_EQ(der->size(), 2u);
  for (const auto* store : {&*pem, &*der}) {
    EXPECT_EQ(count_of(*store, root()), 1u);
    EXPECT_EQ(count_of(*store, intermediate()), 1u);
    EXPECT_EQ(count_of(*store, leaf()), 0u);
  }
}

TEST(CrlStore, RefusesWhatIsNotWholeAndSaysWhere) {
  const std::string crl = make_crl(root());
  const auto half = read(crl + crl.substr(0, crl.size() / 2), {.source_name = "crl.pem"});
  ASSERT_FALSE(half);
  EXPECT_EQ(half.error().code, ErrorCode::kPemEndMissing);
  EXPECT_EQ(half.error().where.source, "crl.pem");
  const std::string der = der_of(crl);
  const auto rest = read(der + der.substr(0, der.size() / 2));
  ASSERT_FALSE(rest);
  EXPECT_EQ(rest.error().code, ErrorCode::kBadDer);
  EXPECT_EQ(rest.error().where.offset, der.size());
}

TEST(CrlStore, IsEmptyOnlyWhereThatIsAllowed) {
  EXPECT_EQ(CrlStore::empty().size(), 0u);
  for (const std::string& bytes : {std::string(), root().pem()}) {
    EXPECT_EQ(read(bytes).error().code, ErrorCode::kNoCertificates);
    EXPECT_EQ(read(bytes, {.allow_empty = true})->size(), 0u);
  }
  EXPECT_FALSE(read("no list at all", {.allow_empty = true}));
}

TEST(CrlStore, HasLimits) {
  const std::string crl = make_crl(root());
  EXPECT_EQ(read(crl + crl, {.max_crls = 1}).error().code, ErrorCode::kLimitExceeded);
  EXPECT_EQ(read(crl, {.max_bytes = 10}).error().code, ErrorCode::kLimitExceeded);
}

TEST(CrlStore, MergesEqualListsIntoOne) {
  const std::string crl = make_crl(root());
  const std::array stores{read(crl).value(), read(make_crl(intermediate()) + crl).value()};
  EXPECT_EQ(CrlStore::merge(stores).size(), 2u);
}

TEST(CrlStore, FollowsAFileAndKeepsTheLastGoodLists) {
  const TemporaryFolder folder;
  const auto path = folder.write("crl.pem", make_crl(root()));
  const CrlSource source = CrlSource::follow_file(path, {}, by_hand()).value();
  EXPECT_EQ(source.generation(), 1u);
  folder.write("crl.pem", make_crl(root(), &leaf()) + make_crl(intermediate()));
  EXPECT_EQ(source.refresh().outcome, ReloadOutcome::kPublished);
  EXPECT_EQ(source.current().size(), 2u);
  folder.write("crl.pem", "half");
  EXPECT_EQ(source.refresh().outcome, ReloadOutcome::kFailed);
  EXPECT_EQ(source.current().size(), 2u);
  EXPECT_EQ(source.generation(), 2u);
}

}  // namespace
}  // namespace keyrack
