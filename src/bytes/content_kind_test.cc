// SPDX-License-Identifier: Apache-2.0
#include "bytes/content_kind.h"

#include <gtest/gtest.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>

#include <string>
#include <vector>

#include "base/openssl_ptr.h"
#include "tests/support/certificate_maker.h"

namespace keyrack {
namespace {

using namespace std::string_view_literals;
using Bytes = std::vector<std::uint8_t>;

// What `i2d(object)` writes.
template <typename I2d, typename... Objects>
Bytes der_of(I2d i2d, Objects... objects) {
  unsigned char* bytes = nullptr;
  const int size = i2d(objects..., &bytes);
  EXPECT_GT(size, 0);
  const Bytes der(bytes, bytes + size);
  OPENSSL_free(bytes);
  return der;
}

ContentKind sniff_text(std::string_view text) { return sniff(as_bytes(text)); }

// As a careless tool converts ASCII.
std::string as_utf16(std::string_view text, bool big_endian) {
  std::string wide;
  for (const char c : text) big_endian ? (wide += '\0') += c : (wide += c) += '\0';
  return wide;
}

const testing::TestCertificate& certificate() {
  static const testing::TestCertificate made = testing::make_certificate({.common_name = "a"});
  return made;
}

TEST(ContentKind, TellsText) {
  EXPECT_EQ(sniff({}), ContentKind::kEmpty);
  EXPECT_EQ(sniff_text(certificate().pem()), ContentKind::kPem);
  EXPECT_EQ(sniff_text("caf\xe9\n" + certificate().pem()), ContentKind::kPem);
  EXPECT_EQ(sniff_text("0\x82\x01\n" + certificate().pem()), ContentKind::kPem);
  EXPECT_EQ(sniff_text("no such thing\n"), ContentKind::kText);
  EXPECT_EQ(sniff_text("caf\xe9"), ContentKind::kText);
  EXPECT_EQ(sniff_text("\x01\x02"), ContentKind::kUnknown);
  EXPECT_EQ(sniff(Bytes(100, 0)), ContentKind::kUnknown);
}

TEST(ContentKind, TellsUtf16WithAndWithoutAMark) {
  const std::string pem = certificate().pem();
  for (const bool big_endian : {false, true}) {
    const std::string wide = as_utf16(pem, big_endian);
    EXPECT_EQ(sniff_text(wide), ContentKind::kUtf16);
    EXPECT_EQ(sniff_text((big_endian ? "\xfe\xff" : "\xff\xfe") + wide), ContentKind::kUtf16);
  }
  EXPECT_EQ(sniff_text("\xff\xfe"), ContentKind::kUtf16);
}

TEST(ContentKind, TellsCertificatesOfEveryVersion) {
  EXPECT_EQ(sniff(certificate().der()), ContentKind::kDerCertificate);
  // { { serial 1, algorithm, issuer, validity { ... : version 1
  EXPECT_EQ(
      sniff_text("\x30\x1c\x30\x1a\x02\x01\x01\x30\x03\x06\x01\x2a\x30\x00\x30\x0e\x17\x01\x30"sv),
      ContentKind::kDerCertificate);
}

TEST(ContentKind, TellsCrls) {
  const X509CrlPtr crl(X509_CRL_new());
  const OpenSslPtr<ASN1_TIME, ASN1_TIME_free> now(ASN1_TIME_set(nullptr, 0));
  for (const long version : {0L, 1L}) {
    X509_CRL_set_version(crl.get(), version);
    X509_CRL_set_issuer_name(crl.get(), X509_get_subject_name(certificate().certificate.get()));
    X509_CRL_set1_lastUpdate(crl.get(), now.get());
    X509_CRL_sign(crl.get(), certificate().key, EVP_sha256());
    EXPECT_EQ(sniff(der_of(i2d_X509_CRL, crl.get())), ContentKind::kDerCrl);
  }
}

TEST(ContentKind, TellsPrivateKeysOfEveryForm) {
  EVP_PKEY* const ec = testing::test_key("ec");
  EVP_PKEY* const rsa = testing::test_key("rsa", testing::KeyType::kRsa2048);
  const Pkcs8Ptr pkcs8(EVP_PKEY2PKCS8(ec));
  const OpenSslPtr<X509_SIG, X509_SIG_free> encrypted(
      PKCS8_encrypt(-1, EVP_aes_128_cbc(), "x", 1, nullptr, 0, 1, pkcs8.get()));
  EXPECT_EQ(sniff(der_of(i2d_PrivateKey, ec)), ContentKind::kDerPrivateKey);   // SEC 1
  EXPECT_EQ(sniff(der_of(i2d_PrivateKey, rsa)), ContentKind::kDerPrivateKey);  // PKCS#1
  EXPECT_EQ(sniff(der_of(i2d_PKCS8_PRIV_KEY_INFO, pkcs8.get())), ContentKind::kDerPrivateKey);
  EXPECT_EQ(sniff(der_of(i2d_X509_SIG, encrypted.get())), ContentKind::kDerPrivateKey);
  EXPECT_EQ(sniff(der_of(i2d_PUBKEY, ec)), ContentKind::kUnknown);
}

TEST(ContentKind, TellsKeyStoresInDerAndBer) {
  const Pkcs12Ptr store(PKCS12_create("x", "name", certificate().key,
                                      certificate().certificate.get(), nullptr, 0, 0, 1, 1, 0));
  EXPECT_EQ(sniff(der_of(i2d_PKCS12, store.get())), ContentKind::kPkcs12);
  EXPECT_EQ(
      sniff_text("\x30\x80\x02\x01\x03\x30\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01"sv),
      ContentKind::kPkcs12);
  EXPECT_EQ(sniff_text("\xfe\xed\xfe\xed\x00\x00\x00\x02"sv), ContentKind::kJks);
  EXPECT_EQ(sniff_text("\xce\xce\xce\xce\x00\x00\x00\x02"sv), ContentKind::kJceks);
}

TEST(ContentKind, TellsPkcs7InDerAndBer) {
  const Pkcs7Ptr pkcs7(PKCS7_new());
  PKCS7_set_type(pkcs7.get(), NID_pkcs7_signed);
  PKCS7_content_new(pkcs7.get(), NID_pkcs7_data);
  PKCS7_add_certificate(pkcs7.get(), certificate().certificate.get());
  EXPECT_EQ(sniff(der_of(i2d_PKCS7, pkcs7.get())), ContentKind::kPkcs7);
  EXPECT_EQ(sniff_text("\x30\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02\xa0\x80"sv),
            ContentKind::kPkcs7);
}

TEST(ContentKind, NeverTakesTheFrontOfAStructureForMoreThanItIs) {
  const Bytes der = certificate().der();
  EXPECT_EQ(sniff_text("\x30\x80\x30\x80\x02\x01\x01\x30\x80\x30\x80"sv), ContentKind::kUnknown);
  EXPECT_EQ(sniff(ByteView(der).first(1)), ContentKind::kText);  // '0'
  EXPECT_EQ(sniff_text("\x30\x88\xff\xff\xff\xff\xff\xff\xff\xff\x02\x01\x03"sv),
            ContentKind::kUnknown);
  for (std::size_t size = 0; size < der.size(); ++size) {
    const ContentKind kind = sniff(ByteView(der).first(size));
    EXPECT_NE(kind, ContentKind::kPkcs12);
    EXPECT_NE(kind, ContentKind::kDerPrivateKey);
  }
}

TEST(ContentKind, EachKindThatIsNotPemHasItsOwnErrorAndAdvice) {
  const auto code = [](ContentKind kind) { return not_pem_error(kind, "f")->code; };
  EXPECT_FALSE(not_pem_error(ContentKind::kPem, "f"));
  EXPECT_EQ(code(ContentKind::kEmpty), ErrorCode::kEmptyInput);
  EXPECT_EQ(code(ContentKind::kUtf16), ErrorCode::kUtf16);
  for (const ContentKind kind : {ContentKind::kDerCertificate, ContentKind::kDerCrl,
                                 ContentKind::kDerPrivateKey, ContentKind::kPkcs7}) {
    EXPECT_EQ(code(kind), ErrorCode::kUnexpectedDer);
  }
  for (const ContentKind kind : {ContentKind::kPkcs12, ContentKind::kJks, ContentKind::kJceks}) {
    EXPECT_EQ(code(kind), ErrorCode::kUnexpectedKeyStore);
  }
  EXPECT_EQ(code(ContentKind::kText), ErrorCode::kNoPemBlock);
  EXPECT_EQ(code(ContentKind::kUnknown), ErrorCode::kNoPemBlock);
  EXPECT_NE(not_pem_error(ContentKind::kJks, "f")->message.find("keytool -importkeystore"),
            std::string::npos);
  EXPECT_EQ(not_pem_error(ContentKind::kText, "f")->where.source, "f");
}

}  // namespace
}  // namespace keyrack
