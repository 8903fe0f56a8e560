// SPDX-License-Identifier: Apache-2.0
// What the tests of contexts share: a certification authority with a server and a client, and how
// to make a context or see it refused.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <keyrack/openssl.h>
#include <keyrack/secure_context.h>

#include <stdexcept>
#include <string>

#include "tests/support/certificate_maker.h"
#include "tests/support/handshake.h"

namespace keyrack::testing {

inline Identity identity_of(const TestCertificate& leaf, const std::string& issuers = {}) {
  return Identity::from_pem(leaf.pem() + issuers, leaf.key_pem()).value();
}

inline TrustStore trust_in(const TestCertificate& certificate) {
  return TrustStore::from_pem(certificate.pem()).value();
}

inline SecureContext make_context(const SecureContextOptions& options) {
  auto made = SecureContext::create(options);
  if (!made) throw std::runtime_error(made.error().describe());
  return *made;
}

inline void expect_refused(const SecureContextOptions& options, const std::string& in_message) {
  const auto made = SecureContext::create(options);
  ASSERT_FALSE(made) << in_message;
  EXPECT_EQ(made.error().code, ErrorCode::kBadOption);
  EXPECT_THAT(made.error().message, ::testing::HasSubstr(in_message));
}

struct ContextPki {
  TestCertificate root = make_certificate({.common_name = "Context root", .is_ca = true});
  TestCertificate server = make_certificate({.common_name = "server",
                                             .issuer = &root,
                                             .dns_names = {"localhost", "*.example.com"},
                                             .ip_addresses = {"127.0.0.1", "::1"}});
  TestCertificate rsa_server = make_certificate({.common_name = "rsa server",
                                                 .key_type = KeyType::kRsa2048,
                                                 .issuer = &root,
                                                 .dns_names = {"localhost"}});
  TestCertificate client = make_certificate({.common_name = "client", .issuer = &root});

  SecureContextOptions server_options() const {
    return {.role = Role::kServer, .identities = {identity_of(server)}};
  }
  SecureContextOptions client_options() const { return {.trust = trust_in(root)}; }
};

inline const ContextPki& context_pki() {
  static const ContextPki& instance = *new ContextPki;
  return instance;
}

// `options` with that version and no other.
inline SecureContextOptions only(TlsVersion version, SecureContextOptions options) {
  options.min_version = options.max_version = version;
  return options;
}

// A suite that runs with TLS 1.2 and with TLS 1.3.
class EachVersion : public ::testing::TestWithParam<TlsVersion> {};

inline std::string name_of_version(const ::testing::TestParamInfo<TlsVersion>& version) {
  return version.param == TlsVersion::kTls1_3 ? "v1_3" : "v1_2";
}

}  // namespace keyrack::testing
