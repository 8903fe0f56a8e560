// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <keyrack/certificate.h>
#include <keyrack/openssl.h>
#include <keyrack/stats.h>
#include <openssl/err.h>

#include <algorithm>

#include "tests/support/certificate_maker.h"
#include "x509/certificate_fields.h"
#include "x509/certificate_state.h"
#include "x509/openssl_der.h"

namespace keyrack {
namespace {

using testing::CertificateRequest;
using testing::make_certificate;
using testing::TestCertificate;

using Bytes = std::vector<std::uint8_t>;

TestCertificate make(const std::string& name) { return make_certificate({.common_name = name}); }

// The same certificate with an indefinite length outside: BER, which d2i_X509 takes.
Bytes in_ber(const Bytes& der) {
  Bytes ber = {0x30, 0x80};
  const std::size_t header = der[1] == 0x82 ? 4 : der[1] == 0x81 ? 3 : 2;
  ber.insert(ber.end(), der.begin() + static_cast<std::ptrdiff_t>(header), der.end());
  ber.insert(ber.end(), {0x00, 0x00});
  return ber;
}

TEST(Certificate, HasItsFieldsWithoutBeingParsed) {
  const TestCertificate made = make_certificate({.common_name = "",
                                                 .subject = {{"C", "NL"}, {"CN", "leaf"}},
                                                 .key_label = "leaf",
                                                 .serial = 0x01ab});
  const auto parsed_before = stats().certificates_parsed;
  const Certificate certificate = Certificate::from_der(made.der()).value();
  EXPECT_EQ(certificate.subject(), "CN=leaf,C=NL");
  EXPECT_EQ(certificate.issuer(), "CN=leaf,C=NL");
  EXPECT_EQ(certificate.serial(), "1ab");
  EXPECT_TRUE(certificate.is_self_issued());
  EXPECT_TRUE(certificate.is_valid_at(certificate.not_before()));
  EXPECT_TRUE(certificate.is_valid_at(certificate.not_after()));
  EXPECT_FALSE(certificate.is_valid_at(certificate.not_after() + std::chrono::seconds(1)));
  EXPECT_FALSE(certificate.is_valid_at(certificate.not_before() - std::chrono::seconds(1)));
  EXPECT_EQ(certificate.pem(), made.pem());
  EXPECT_EQ(stats().certificates_parsed, parsed_before);
}

TEST(Certificate, DigestIsThatOfItsDer) {
  const TestCertificate made = make("digest");
  std::array<std::uint8_t, 32> expected;
  unsigned size = 0;
  ASSERT_EQ(X509_digest(made.certificate.get(), EVP_sha256(), expected.data(), &size), 1);
  EXPECT_EQ(Certificate::from_der(made.der())->sha256(), expected);
}

TEST(Certificate, SerialOfANegativeNumberHasASign) {
  const TestCertificate made = make("negative");
  ASSERT_EQ(ASN1_INTEGER_set_int64(X509_get_serialNumber(made.certificate.get()), -0x1234), 1);
  ASSERT_GT(X509_sign(made.certificate.get(), made.key, EVP_sha256()), 0);
  EXPECT_EQ(Certificate::from_der(made.der())->serial(), "-1234");
}

TEST(Certificate, IsRefusedWithWhatFollowsIt) {
  Bytes der = make("trailing").der();
  const std::size_t size = der.size();
  der.push_back(0);
  const auto refused = Certificate::from_der(der);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::kBadDer);
  EXPECT_EQ(refused.error().where.offset, size);
}

TEST(Certificate, OutsideTheProvenSubsetIsReadByLibcrypto) {
  const TestCertificate made = make("in BER");
  const Bytes ber = in_ber(made.der());
  ASSERT_FALSE(peek_certificate(ber).has_value());
  const auto certificate = Certificate::from_der(ber);
  ASSERT_TRUE(certificate.has_value()) << certificate.error().describe();
  const Certificate plain = Certificate::from_der(made.der()).value();
  EXPECT_EQ(certificate->subject(), "CN=in BER");
  EXPECT_EQ(certificate->serial(), plain.serial());
  EXPECT_EQ(certificate->not_before(), plain.not_before());
  EXPECT_EQ(certificate->not_after(), plain.not_after());
  EXPECT_EQ(Bytes(certificate->der().begin(), certificate->der().end()), ber);
  const CertificateFields& read = certificate->state().fields();
  const CertificateFields& peeked = plain.state().fields();
  EXPECT_EQ(read.version, peeked.version);
  for (const auto field :
       {&CertificateFields::serial, &CertificateFields::issuer, &CertificateFields::subject,
        &CertificateFields::spki, &CertificateFields::extensions,
        &CertificateFields::signature_algorithm, &CertificateFields::signature}) {
    EXPECT_TRUE(std::ranges::equal(read.*field, peeked.*field));
  }
}

TEST(Certificate, WithATimeThatCannotBeReadIsNeverValid) {
  const TestCertificate made = make("odd time");
  Bytes der = made.der();
  const Bytes not_after = to_der<i2d_ASN1_TIME>(X509_get0_notAfter(made.certificate.get()));
  const auto at = std::ranges::search(der, not_after).begin();
  ASSERT_NE(at, der.end());
  *(at + 4) = '9';  // month 9x
  const auto certificate = Certificate::from_der(der);
  ASSERT_TRUE(certificate.has_value()) << certificate.error().describe();
  EXPECT_FALSE(certificate->is_valid_at(certificate->not_before()));
}

TEST(Certificate, ErrorHasLibcryptosReasonAndTheQueueStaysAsItWas) {
  ERR_clear_error();
  ERR_raise(ERR_LIB_USER, 1);
  const auto refused = Certificate::from_der(Bytes{0x30, 0x03, 0x02, 0x01, 0x05});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::kBadDer);
  EXPECT_FALSE(refused.error().openssl_reason.empty());
  EXPECT_EQ(ERR_GET_LIB(ERR_get_error()), ERR_LIB_USER);
  EXPECT_EQ(ERR_get_error(), 0u);
}

TEST(Certificate, FromPemIsTheFirstCertificateBlock) {
  const TestCertificate first = make("first"), second = make("second");
  const auto certificate =
      Certificate::from_pem("a comment\n" + first.key_pem() + first.pem() + second.pem());
  ASSERT_TRUE(certificate.has_value()) << certificate.error().describe();
  EXPECT_EQ(certificate->subject(), "CN=first");
}

TEST(Certificate, FromPemLeavesTrustSettingsOut) {
  const TestCertificate made = make("trusted");
  ASSERT_EQ(
      X509_alias_set1(made.certificate.get(), reinterpret_cast<const unsigned char*>("name"), 4),
      1);
  const auto trusted = Certificate::from_pem(made.trusted_pem());
  ASSERT_TRUE(trusted.has_value()) << trusted.error().describe();
  EXPECT_EQ(*trusted, Certificate::from_der(made.der()).value());
}

TEST(Certificate, FromPemSaysWhatTheTextIsInstead) {
  const TestCertificate made = make("errors");
  const auto code = [](std::string_view pem) {
    const auto certificate = Certificate::from_pem(pem);
    return certificate ? ErrorCode{} : certificate.error().code;
  };
  const Bytes der = made.der();
  EXPECT_EQ(code(""), ErrorCode::kEmptyInput);
  EXPECT_EQ(code("no block"), ErrorCode::kNoPemBlock);
  EXPECT_EQ(code({reinterpret_cast<const char*>(der.data()), der.size()}),
            ErrorCode::kUnexpectedDer);
  EXPECT_EQ(code(made.key_pem()), ErrorCode::kNoCertificates);
  EXPECT_EQ(code("-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n"),
            ErrorCode::kBadBase64);
  EXPECT_EQ(code("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"),
            ErrorCode::kBadDer);
}

TEST(Certificate, ComparesByContent) {
  const TestCertificate made = make("compared");
  EXPECT_EQ(Certificate::from_der(made.der()).value(), Certificate::from_pem(made.pem()).value());
  EXPECT_NE(Certificate::from_der(made.der()).value(),
            Certificate::from_der(make("other").der()).value());
}

TEST(Certificate, ViewsMemoryThatSomebodyElseOwns) {
  const auto index = std::make_shared<const Bytes>(make("viewed").der());
  const std::weak_ptr<const Bytes> watch = index;
  const CertificateFields fields = peek_certificate(*index).value();
  auto certificate = std::make_unique<Certificate>(view_certificate(fields, index));
  EXPECT_EQ(certificate->der().data(), index->data());
  certificate.reset();
  EXPECT_EQ(watch.use_count(), 1);
}

TEST(Certificate, ItsX509IsMadeOnceAndKept) {
  const Certificate certificate = Certificate::from_der(make("to X509").der()).value();
  const auto before = stats().certificates_parsed;
  const X509Ptr one(to_x509(certificate).value());
  const X509Ptr other(to_x509(certificate).value());
  EXPECT_EQ(one.get(), other.get());
  EXPECT_EQ(stats().certificates_parsed, before + 1);
}

}  // namespace
}  // namespace keyrack
