// SPDX-License-Identifier: Apache-2.0
// Revocation lists of a context, in real handshakes.
#include "bytes/byte_view.h"
#include "context/contexts_for_test.h"
#include "tests/support/crl_maker.h"

namespace keyrack {
namespace {

using namespace testing;

CrlStore crls_in(const std::string& pem) { return CrlStore::from_bytes(as_bytes(pem)).value(); }
std::string crl(const TestCertificate* revoked = nullptr, const CrlRequest& request = {}) {
  return make_crl(context_pki().root, revoked, request);
}

class Revocations : public EachVersion {
 protected:
  SecureContext server() const { return make(context_pki().server_options()); }
  SecureContext client(std::vector<CrlSource> crls) const {
    SecureContextOptions options = context_pki().client_options();
    options.crls = std::move(crls);
    return make(options);
  }
  SecureContext make(const SecureContextOptions& options) const {
    return make_context(only(GetParam(), options));
  }
};
INSTANTIATE_TEST_SUITE_P(Tls, Revocations,
                         ::testing::Values(TlsVersion::kTls1_2, TlsVersion::kTls1_3),
                         name_of_version);

TEST_P(Revocations, ARevokedServerIsRefusedByTheNextHandshake) {
  const LiveCrlStore live(crls_in(crl()));
  const SecureContext calling = client({live});
  const SecureContext answering = server();
  EXPECT_TRUE(shake_hands(native(calling), native(answering)).is_connected);
  live.replace(crls_in(crl(&context_pki().server)));
  const Handshake refused = shake_hands(native(calling), native(answering));
  EXPECT_FALSE(refused.is_connected);
  EXPECT_EQ(refused.client_verdict(), X509_V_ERR_CERT_REVOKED);
}

TEST_P(Revocations, ExpiredListsFailWithAMessageOfTheirOwn) {
  const CrlStore expired = crls_in(crl(nullptr, {.this_update_days = -9, .next_update_days = -1}));
  const Handshake refused = shake_hands(native(client({expired})), native(server()));
  EXPECT_FALSE(refused.is_connected);
  EXPECT_EQ(refused.client_verdict(), X509_V_ERR_CRL_HAS_EXPIRED);
  EXPECT_THAT(
      refused.client.error(),
      ::testing::HasSubstr("keyrack: the CRLs of 'CN=Context root' have expired, the last"));
}

TEST_P(Revocations, ARevokedClientIsRefusedByItsServer) {
  SecureContextOptions asking = context_pki().server_options();
  asking.trust = trust_in(context_pki().root);
  asking.client_auth = ClientAuth::kRequire;
  asking.crls = {crls_in(crl(&context_pki().client))};
  asking.crl_check = CrlCheck::kLeaf;
  SecureContextOptions calling = context_pki().client_options();
  calling.identities = {identity_of(context_pki().client)};
  const Handshake refused = shake_hands(native(make(calling)), native(make(asking)));
  EXPECT_FALSE(refused.is_connected);
  EXPECT_THAT(refused.server.error(), ::testing::HasSubstr("'CN=client' is revoked by"));
}

TEST(Revocation, WithoutOneListOfTheIssuerNobodyIsAccepted) {
  SecureContextOptions options = context_pki().client_options();
  options.crls = {CrlStore::empty()};
  const Handshake refused = shake_hands(native(make_context(options)),
                                        native(make_context(context_pki().server_options())));
  EXPECT_EQ(refused.client_verdict(), X509_V_ERR_UNABLE_TO_GET_CRL);
}

TEST(Revocation, IsRefusedWhereNobodyIsVerified) {
  SecureContextOptions options = context_pki().server_options();
  options.crls = {CrlStore::empty()};
  expect_refused(options, "crls");
}

}  // namespace
}  // namespace keyrack
