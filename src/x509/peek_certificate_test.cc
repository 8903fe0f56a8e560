// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/support/certificate_maker.h"
#include "x509/certificate_fields.h"

namespace keyrack {
namespace {

using testing::CertificateRequest;
using testing::KeyType;
using testing::make_certificate;
using testing::TestCertificate;

CertificateRequest authority(std::string name, KeyType type = KeyType::kP256) {
  CertificateRequest request;
  request.common_name = std::move(name);
  request.key_type = type;
  request.is_ca = true;
  return request;
}

std::chrono::sys_seconds instant(const ASN1_TIME* time) {
  std::tm broken{};
  EXPECT_EQ(ASN1_TIME_to_tm(time, &broken), 1);
  return std::chrono::sys_seconds(std::chrono::seconds(timegm(&broken)));
}

TEST(PeekCertificate, FindsTheFieldsThatLibcryptoFinds) {
  for (const KeyType type :
       {KeyType::kP256, KeyType::kP384, KeyType::kRsa2048, KeyType::kEd25519}) {
    const TestCertificate made =
        make_certificate(authority("peek " + std::to_string(static_cast<int>(type)), type));
    const std::vector<std::uint8_t> der = made.der();
    const auto fields = peek_certificate(der);
    ASSERT_TRUE(fields.has_value());
    EXPECT_EQ(fields->version, 2u);
    EXPECT_EQ(fields->whole.size(), der.size());
    EXPECT_EQ(std::chrono::sys_seconds(fields->not_before),
              instant(X509_get0_notBefore(made.certificate.get())));
    EXPECT_EQ(std::chrono::sys_seconds(fields->not_after),
              instant(X509_get0_notAfter(made.certificate.get())));
    const unsigned char* at = fields->subject.data();
    const X509NamePtr subject(
        d2i_X509_NAME(nullptr, &at, static_cast<long>(fields->subject.size())));
    EXPECT_EQ(X509_NAME_cmp(subject.get(), X509_get_subject_name(made.certificate.get())), 0);
  }
}

TEST(PeekCertificate, ReadsOneCertificateAndLeavesWhatFollows) {
  std::vector<std::uint8_t> der = make_certificate(authority("followed")).der();
  const std::size_t size = der.size();
  der.push_back(0x30);
  const auto fields = peek_certificate(der);
  ASSERT_TRUE(fields.has_value());
  EXPECT_EQ(fields->whole.size(), size);
}

TEST(PeekCertificate, ProvesNoPartOfACertificate) {
  const std::vector<std::uint8_t> der = make_certificate(authority("cut")).der();
  for (std::size_t size = 0; size < der.size(); ++size) {
    EXPECT_FALSE(peek_certificate(ByteView(der).first(size)).has_value()) << size;
  }
}

// Whatever one changed byte does, "proven" must stay true: the promise of the whole subset.
TEST(PeekCertificate, ProvesNothingThatLibcryptoRefuses) {
  const std::vector<std::uint8_t> original = make_certificate(authority("changed")).der();
  int proven = 0, refused = 0;
  for (std::size_t i = 0; i < original.size(); ++i) {
    for (const int change : {0x01, 0x20, 0x80, 0xff, 0x7f}) {
      std::vector<std::uint8_t> der = original;
      der[i] = static_cast<std::uint8_t>(der[i] ^ change);
      const auto fields = peek_certificate(der);
      const unsigned char* at = der.data();
      const X509Ptr parsed(d2i_X509(nullptr, &at, static_cast<long>(der.size())));
      if (parsed == nullptr) ++refused;
      if (!fields) continue;
      ++proven;
      ASSERT_NE(parsed, nullptr) << "byte " << i << " ^ " << change;
      EXPECT_EQ(static_cast<std::size_t>(at - der.data()), fields->whole.size());
    }
  }
  EXPECT_GT(proven, 100);
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace keyrack
