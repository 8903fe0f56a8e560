// SPDX-License-Identifier: Apache-2.0
#include "keystore/pkcs12_certificates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/certificate_maker.h"
#include "tests/support/pkcs12_maker.h"

namespace keyrack {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::make_certificate;
using testing::Pkcs12Maker;
using testing::TestCertificate;

class Pkcs12Certificates : public ::testing::Test {
 protected:
  const TestCertificate root_ = make_certificate({.common_name = "Root", .is_ca = true});
  const TestCertificate other_ = make_certificate({.common_name = "Other", .is_ca = true});
  const TestCertificate leaf_ = make_certificate({.common_name = "leaf", .issuer = &root_});
};

TEST_F(Pkcs12Certificates, InAFileWithoutKeysAllAreTrustedInFileOrder) {
  const auto file = Pkcs12Maker("changeit")
                        .add_certificate(root_.certificate.get())
                        .add_certificate(other_.certificate.get(), {.trusted = true})
                        .end_safe({})
                        .make();
  const auto found = read_pkcs12_certificates(file, Password("changeit"), "ca.p12");
  ASSERT_TRUE(found) << found.error().describe();
  EXPECT_THAT(*found, ElementsAre(root_.der(), other_.der()));
}

TEST_F(Pkcs12Certificates, BesideAKeyOnlyTheMarkedAreTrusted) {
  const auto file = Pkcs12Maker("changeit")
                        .add_key(leaf_.key, {.friendly_name = "server", .local_key_id = "1"})
                        .end_safe()
                        .add_certificate(leaf_.certificate.get(), {.local_key_id = "1"})
                        .add_certificate(root_.certificate.get())
                        .add_certificate(other_.certificate.get(), {.trusted = true})
                        .end_safe({})
                        .make();
  const auto found = read_pkcs12_certificates(file, Password("changeit"), "server.p12");
  ASSERT_TRUE(found) << found.error().describe();
  EXPECT_THAT(*found, ElementsAre(other_.der()));
}

TEST_F(Pkcs12Certificates, WithoutPasswordAndMacAnOpenFileIsRead) {
  const auto file =
      Pkcs12Maker(std::nullopt).add_certificate(root_.certificate.get()).make(nullptr);
  const auto found = read_pkcs12_certificates(file, Password(), "ca.p12");
  ASSERT_TRUE(found) << found.error().describe();
  EXPECT_THAT(*found, ElementsAre(root_.der()));
}

TEST_F(Pkcs12Certificates, AKeyWithItsChainTrustsNobody) {
  const auto file = Pkcs12Maker("changeit")
                        .add_key(leaf_.key, {.local_key_id = "1"})
                        .add_certificate(leaf_.certificate.get(), {.local_key_id = "1"})
                        .add_certificate(root_.certificate.get())
                        .make();
  const auto found = read_pkcs12_certificates(file, Password("changeit"), "server.p12");
  ASSERT_TRUE(found) << found.error().describe();
  EXPECT_THAT(*found, IsEmpty());
}

TEST_F(Pkcs12Certificates, AWrongPasswordNamesTheSourceAndNothingIsTrusted) {
  const auto file =
      Pkcs12Maker("changeit").add_certificate(root_.certificate.get()).end_safe({}).make();
  const auto wrong = read_pkcs12_certificates(file, Password("changed"), "ca.p12");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, ErrorCode::kWrongPassword);
  EXPECT_EQ(wrong.error().where.source, "ca.p12");
  const auto none = read_pkcs12_certificates(file, Password(), "ca.p12");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::kPasswordRequired);
}

}  // namespace
}  // namespace keyrack
