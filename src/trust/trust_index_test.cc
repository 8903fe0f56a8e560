// SPDX-License-Identifier: Apache-2.0
#include "trust/trust_index.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bytes/keyed_hash.h"
#include "tests/support/certificate_maker.h"
#include "trust/trust_index_builder.h"
#include "x509/canonical_name.h"
#include "x509/certificate_fields.h"

namespace keyrack {
namespace {

using testing::make_certificate;
using testing::TestCertificate;

std::vector<std::uint32_t> find_all(const TrustIndex& index, const TestCertificate& certificate) {
  const auto der = certificate.der();
  const auto fields = peek_certificate(der);
  const auto hash = canonical_name_hash(fields->subject, index.view().seed);
  std::vector<std::uint32_t> found;
  std::uint32_t entry = index.view().find(fold_hash(*hash));
  for (; entry != kNoEntry; entry = index.view().entries[entry].next) found.push_back(entry);
  return found;
}

TEST(TrustIndex, FindsEveryCertificateOfAName) {
  TrustIndexBuilder builder(0, process_seed());
  std::vector<TestCertificate> all;
  for (int i = 0; i < 300; ++i) {
    all.push_back(make_certificate(
        {.common_name = "name " + std::to_string(i % 100), .key_label = "one key"}));
    ASSERT_TRUE(builder.add_der(all.back().der()));
  }
  const auto index = std::move(builder).build();
  EXPECT_EQ(index->size(), 300u);
  EXPECT_EQ(find_all(*index, all[7]), (std::vector<std::uint32_t>{207, 107, 7}));
  EXPECT_TRUE(find_all(*index, make_certificate({.common_name = "other"})).empty());
}

TEST(TrustIndex, DropsRepeatedCertificatesInACrowdOfOneName) {
  TrustIndexBuilder builder(0, process_seed());
  std::vector<TestCertificate> crowd;
  for (int i = 0; i < 40; ++i) {
    crowd.push_back(make_certificate({.common_name = "crowd", .key_label = "one key"}));
  }
  for (int round = 0; round < 3; ++round) {
    for (const auto& certificate : crowd) ASSERT_TRUE(builder.add_der(certificate.der()));
  }
  EXPECT_EQ(builder.size(), crowd.size());
}

TEST(TrustIndex, TakesLessThanAHundredBytesACertificateBesideItsDer) {
  std::string text;
  TrustIndexBuilder builder(0, process_seed());
  for (int i = 0; i < 144; ++i) {
    const auto root = make_certificate(
        {.common_name = "root " + std::to_string(i), .key_label = "one key", .is_ca = true});
    ASSERT_TRUE(builder.add_der(root.der()));
  }
  const auto index = std::move(builder).build();
  EXPECT_LT(index->overhead(), 100u * index->size());
}

TEST(TrustIndex, AFailedAdditionLeavesNoTrace) {
  TrustIndexBuilder builder(0, process_seed());
  const auto root = make_certificate({.common_name = "good"});
  ASSERT_TRUE(builder.add_der(root.der()));
  const std::size_t size = builder.bytes().size();
  const std::vector<std::uint8_t> garbage = {0x30, 0x03, 0x02, 0x01, 0x01};
  EXPECT_EQ(builder.add_der(garbage).error().code, ErrorCode::kBadDer);
  EXPECT_EQ(builder.size(), 1u);
  EXPECT_EQ(builder.bytes().size(), size);
}

}  // namespace
}  // namespace keyrack
