// SPDX-License-Identifier: Apache-2.0
#include "context/security_settings.h"

#include "base/tls_features.h"
#include "context/contexts_for_test.h"

namespace keyrack {
namespace {

using testing::context_pki;
using testing::expect_refused;
using testing::make_context;
using testing::shake_hands;

TEST(SecurityLevel, GoesFromZeroToFive) {
  expect_refused({.security_level = -1}, "security_level = -1: ");
  expect_refused({.security_level = 6}, "security_level = 6: ");
  EXPECT_EQ(SSL_CTX_get_security_level(native(make_context({.security_level = 3}))), 3);
}

TEST(SecurityLevel, IsInForceBeforeCertificatesAreLoaded) {
  expect_refused({.role = Role::kServer,
                  .identities = {testing::identity_of(context_pki().rsa_server)},
                  .security_level = 3},
                 "identities = number 1: OpenSSL refuses it");
}

TEST(SecurityLevel, ThatTheCipherListContradictsIsRefused) {
  expect_refused({.security_level = 2, .ciphers = "DEFAULT@SECLEVEL=0"},
                 "security_level = 2: ciphers say @SECLEVEL=0");
  EXPECT_TRUE(SecureContext::create({.security_level = 1, .ciphers = "DEFAULT@SECLEVEL=1"}));
}

TEST(SecurityLevel, DecidesAboutTheOtherEndToo) {
  SecureContextOptions serving = context_pki().server_options();
  serving.identities = {testing::identity_of(context_pki().rsa_server)};
  SecureContextOptions calling = context_pki().client_options();
  calling.security_level = 3;
  EXPECT_FALSE(
      shake_hands(native(make_context(calling)), native(make_context(serving))).is_connected);
}

TEST(OpenSslOptions, MustBeKnown) {
  expect_refused({.openssl_options = std::uint64_t{1} << 63},
                 "openssl_options = 0x8000000000000000: is no option");
  expect_refused({.openssl_options = SSL_OP_NO_TICKET | std::uint64_t{1} << 5},
                 "openssl_options = 0x20: ");
}

TEST(OpenSslOptions, AreSetBesidesTheDefaults) {
  const auto defaults = SSL_CTX_get_options(native(make_context({})));
  const SecureContext context =
      make_context({.role = Role::kServer, .openssl_options = SSL_OP_CIPHER_SERVER_PREFERENCE});
  EXPECT_EQ(SSL_CTX_get_options(native(context)), defaults | SSL_OP_CIPHER_SERVER_PREFERENCE);
}

TEST(OpenSslOptions, ThatSwitchOffAVersionThatWasAskedForAreRefused) {
  expect_refused({.openssl_options = SSL_OP_NO_TLSv1_3, .min_version = TlsVersion::kTls1_3},
                 "min_version = TLSv1.3: ");
  expect_refused({.openssl_options = SSL_OP_NO_SSL_MASK}, "no cipher is left");
  SecureContextOptions serving = context_pki().server_options();
  serving.openssl_options = SSL_OP_NO_TLSv1_3;
  EXPECT_EQ(shake_hands(native(make_context(context_pki().client_options())),
                        native(make_context(serving)))
                .version(),
            "TLSv1.2");
}

TEST(CertificateCompression, IsAnErrorOrIgnoredWhereOpenSslHasNone) {
  SecureContextOptions serving = context_pki().server_options();
  serving.certificate_compression = {.algorithms = {"zlib", "brotli", "zstd"},
                                     .if_supported = true};
  EXPECT_TRUE(shake_hands(native(make_context(context_pki().client_options())),
                          native(make_context(serving)))
                  .is_connected);
  if (!has_certificate_compression()) {
    expect_refused({.certificate_compression = {{"zlib"}}},
                   "certificate_compression = zlib: not in the OpenSSL in use");
  }
  expect_refused({.certificate_compression = {{"lzma"}, true}},
                 "certificate_compression = lzma: is none of");
}

}  // namespace
}  // namespace keyrack
