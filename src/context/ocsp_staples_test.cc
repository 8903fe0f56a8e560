// SPDX-License-Identifier: Apache-2.0
#include "context/ocsp_staples.h"

#include <openssl/ocsp.h>

#include "context/contexts_for_test.h"
#include "context/ocsp_response.h"
#include "keys/key_stores_for_test.h"

namespace keyrack {
namespace {

using testing::context_pki;
using testing::EachVersion;
using testing::expect_refused;
using testing::Handshake;
using testing::make_certificate;
using testing::make_context;
using testing::only;
using testing::shake_hands;
using testing::TestCertificate;

using Bytes = std::vector<std::uint8_t>;
constexpr long kHour = 3600;

// A response of `issuer` that `leaf` is good, valid between these seconds from now; `until` 0: no
// nextUpdate.
Bytes make_response(const TestCertificate& leaf, const TestCertificate& issuer, long since,
                    long until) {
  OCSP_BASICRESP* basic = OCSP_BASICRESP_new();
  OCSP_CERTID* id = OCSP_cert_to_id(EVP_sha1(), leaf.certificate.get(), issuer.certificate.get());
  ASN1_TIME* this_update = X509_gmtime_adj(nullptr, since);
  ASN1_TIME* next_update = until == 0 ? nullptr : X509_gmtime_adj(nullptr, until);
  ASN1_TIME_to_generalizedtime(this_update, &this_update);
  OCSP_basic_add1_status(basic, id, V_OCSP_CERTSTATUS_GOOD, 0, nullptr, this_update, next_update);
  OCSP_basic_sign(basic, issuer.certificate.get(), issuer.key, EVP_sha256(), nullptr, 0);
  OCSP_RESPONSE* response = OCSP_response_create(OCSP_RESPONSE_STATUS_SUCCESSFUL, basic);
  unsigned char* der = nullptr;
  const int size = i2d_OCSP_RESPONSE(response, &der);
  Bytes bytes(der, der + size);
  OPENSSL_free(der);
  OCSP_RESPONSE_free(response);
  ASN1_TIME_free(next_update);
  ASN1_TIME_free(this_update);
  OCSP_CERTID_free(id);
  OCSP_BASICRESP_free(basic);
  return bytes;
}

Bytes response_about(const TestCertificate& leaf, long since, long until) {
  return make_response(leaf, context_pki().root, since, until);
}

// What a client that asks is stapled by `server`; empty: nothing.
Bytes stapled_by(const SecureContext& server, bool asks = true) {
  const Handshake hands = shake_hands(native(make_context(context_pki().client_options())),
                                      native(server), [asks](SSL* ssl) {
                                        testing::call_host(ssl, "localhost");
                                        if (asks)
                                          SSL_set_tlsext_status_type(ssl, TLSEXT_STATUSTYPE_ocsp);
                                      });
  EXPECT_TRUE(hands.is_connected) << hands.client.error() << " / " << hands.server.error();
  const unsigned char* response = nullptr;
  const long size = SSL_get_tlsext_status_ocsp_resp(hands.client.ssl(), &response);
  return size <= 0 ? Bytes() : Bytes(response, response + size);
}

class OcspStaples : public EachVersion {
 protected:
  SecureContext server(std::vector<Bytes> responses) const {
    SecureContextOptions options = context_pki().server_options();
    options.ocsp_responses = std::move(responses);
    return make_context(only(GetParam(), std::move(options)));
  }
  const TestCertificate& leaf = context_pki().server;
};
INSTANTIATE_TEST_SUITE_P(Tls, OcspStaples,
                         ::testing::Values(TlsVersion::kTls1_2, TlsVersion::kTls1_3),
                         testing::name_of_version);

TEST_P(OcspStaples, AreSentToThoseWhoAsk) {
  const Bytes response = response_about(leaf, -kHour, kHour);
  const SecureContext context = server({response});
  EXPECT_EQ(stapled_by(context), response);
  EXPECT_EQ(stapled_by(context, false), Bytes());
}

TEST_P(OcspStaples, OutOfTheirTimeAreNotSent) {
  EXPECT_EQ(stapled_by(server({response_about(leaf, -2 * kHour, -kHour)})), Bytes());
  EXPECT_EQ(stapled_by(server({response_about(leaf, kHour, 2 * kHour)})), Bytes());
  const Bytes endless = response_about(leaf, -kHour, 0);
  EXPECT_EQ(stapled_by(server({endless})), endless);
}

TEST_P(OcspStaples, TheNewestOneIsSent) {
  const Bytes older = response_about(leaf, -2 * kHour, kHour);
  const Bytes newer = response_about(leaf, -kHour, kHour);
  EXPECT_EQ(stapled_by(server({older, newer})), newer);
  EXPECT_EQ(stapled_by(server({newer, older})), newer);
}

TEST_P(OcspStaples, AreThoseOfTheCertificateThatIsPresented) {
  const Bytes ec = response_about(leaf, -kHour, kHour);
  const Bytes rsa = response_about(context_pki().rsa_server, -kHour, kHour);
  SecureContextOptions options = context_pki().server_options();
  options.identities = {testing::identity_of(context_pki().rsa_server)};
  options.ocsp_responses = {ec};
  expect_refused(options, "ocsp_responses = number 1: is about none of the identities");
  options.identities.push_back(testing::identity_of(leaf));
  options.ocsp_responses = {rsa, ec};
  options.sigalgs = "RSA-PSS+SHA256";
  EXPECT_EQ(stapled_by(make_context(only(GetParam(), options))), rsa);
}

TEST(OcspStaples, OfWhatAKeyManagerPresentsAreSentToo) {
  const TestCertificate managed = make_certificate(
      {.common_name = "managed", .issuer = &context_pki().root, .dns_names = {"localhost"}});
  const TestCertificate other =
      make_certificate({.common_name = "not presented", .issuer = &context_pki().root});
  const Bytes response = response_about(managed, -kHour, kHour);
  testing::StoreEntry presented{"managed"};
  presented.certificate = &managed;
  SecureContextOptions options{
      .role = Role::kServer,
      .keys = KeyManager::create({KeySource::store(testing::make_store({presented}))}).value(),
      .ocsp_responses = {response_about(other, -kHour, kHour), response}};
  EXPECT_EQ(stapled_by(make_context(options)), response);
}

TEST(OcspResponses, MalformedOrForeignAreRefused) {
  const auto refuse = [](Bytes response, const std::string& reason) {
    SecureContextOptions options = context_pki().server_options();
    options.ocsp_responses = {std::move(response)};
    expect_refused(options, "ocsp_responses = number 1: " + reason);
  };
  const Bytes good = response_about(context_pki().server, -kHour, kHour);
  refuse({}, "not an OCSP response");
  refuse({good.begin(), good.end() - 1}, "not an OCSP response");
  Bytes longer = good;
  longer.push_back(0);
  refuse(longer, "not an OCSP response");
  refuse({0x30, 0x03, 0x0a, 0x01, 0x06}, "an OCSP response that says that there is none");
  const TestCertificate stranger = make_certificate({.common_name = "stranger"});
  refuse(make_response(stranger, stranger, -kHour, kHour), "is about none of the identities");
  // The same serial number and issuer name, of another key.
  const TestCertificate namesake =
      make_certificate({.common_name = "Context root", .key_label = "another key", .is_ca = true});
  SecureContextOptions options{
      .role = Role::kServer,
      .identities = {testing::identity_of(context_pki().server, context_pki().root.pem())},
      .ocsp_responses = {make_response(context_pki().server, namesake, -kHour, kHour)}};
  expect_refused(options, "is about none of the identities");
  expect_refused({.ocsp_responses = {good}}, "ocsp_responses: are for servers");
}

}  // namespace
}  // namespace keyrack
