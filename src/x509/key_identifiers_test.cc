// SPDX-License-Identifier: Apache-2.0
#include "x509/key_identifiers.h"

#include <gtest/gtest.h>

#include "tests/support/certificate_maker.h"
#include "x509/certificate_state.h"

namespace keyrack {
namespace {

using testing::make_certificate;
using testing::TestCertificate;

std::string subject_of(const TestCertificate& made) {
  const ASN1_OCTET_STRING* id = X509_get0_subject_key_id(made.certificate.get());
  return {reinterpret_cast<const char*>(ASN1_STRING_get0_data(id)),
          static_cast<std::size_t>(ASN1_STRING_length(id))};
}

TEST(KeyIdentifiers, AgreeWithLibcrypto) {
  const TestCertificate root = make_certificate({.common_name = "Root", .is_ca = true});
  const TestCertificate leaf = make_certificate({.common_name = "leaf", .issuer = &root});
  const Certificate certificate = *Certificate::from_der(leaf.der());
  const KeyIdentifiers found = read_key_identifiers(certificate.state().fields().extensions);
  EXPECT_EQ(as_text(found.subject), subject_of(leaf));
  EXPECT_EQ(as_text(found.authority), subject_of(root));
}

TEST(KeyIdentifiers, AreEmptyWhereACertificateHasNone) {
  const TestCertificate bare =
      make_certificate({.common_name = "bare", .with_key_identifiers = false});
  const Certificate certificate = *Certificate::from_der(bare.der());
  const KeyIdentifiers found = read_key_identifiers(certificate.state().fields().extensions);
  EXPECT_TRUE(found.subject.empty());
  EXPECT_TRUE(found.authority.empty());
}

}  // namespace
}  // namespace keyrack
