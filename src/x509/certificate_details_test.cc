// SPDX-License-Identifier: Apache-2.0
#include "x509/certificate_details.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/certificate_maker.h"

namespace keyrack {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::KeyType;

CertificateDetails details(const testing::CertificateRequest& request) {
  const Certificate made = Certificate::from_der(testing::make_certificate(request).der()).value();
  return details_of(made).value();
}

TEST(CertificateDetails, NamesEveryKeyType) {
  const auto key = [](KeyType type) {
    const CertificateDetails found =
        details({.common_name = "key " + std::to_string(static_cast<int>(type)), .key_type = type});
    return found.key_type + " " + std::to_string(found.key_bits);
  };
  EXPECT_EQ(key(KeyType::kP256), "EC 256");
  EXPECT_EQ(key(KeyType::kP384), "EC 384");
  EXPECT_EQ(key(KeyType::kRsa2048), "RSA 2048");
  EXPECT_EQ(key(KeyType::kEd25519), "ED25519 256");
}

TEST(CertificateDetails, ListsNamesAndUsagesOfALeaf) {
  const CertificateDetails leaf =
      details({.common_name = "leaf",
               .dns_names = {"example.com", "*.example.com"},
               .ip_addresses = {"192.0.2.1", "2001:db8::1"},
               .extensions = {{"keyUsage", "critical,digitalSignature,keyAgreement"},
                              {"extendedKeyUsage", "serverAuth,1.2.3.4"}}});
  EXPECT_THAT(leaf.names,
              ElementsAre("example.com", "*.example.com", "192.0.2.1", "2001:db8:0:0:0:0:0:1"));
  EXPECT_THAT(leaf.key_usage, ElementsAre("digitalSignature", "keyAgreement"));
  EXPECT_THAT(leaf.extended_key_usage, ElementsAre("serverAuth", "1.2.3.4"));
  EXPECT_FALSE(leaf.is_ca);
  EXPECT_EQ(leaf.signature_algorithm, "ecdsa-with-SHA256");
}

TEST(CertificateDetails, OfAnAuthorityHaveNoUsageUnlessRestricted) {
  const CertificateDetails authority = details({.common_name = "authority", .is_ca = true});
  EXPECT_TRUE(authority.is_ca);
  EXPECT_THAT(authority.names, IsEmpty());
  EXPECT_THAT(authority.key_usage, IsEmpty());
  EXPECT_THAT(authority.extended_key_usage, IsEmpty());
}

}  // namespace
}  // namespace keyrack
