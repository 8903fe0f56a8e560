// SPDX-License-Identifier: Apache-2.0
// Makes certificates for tests with libcrypto: any shape, valid or not, in a few microseconds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/openssl_ptr.h"

namespace keyrack::testing {

enum class KeyType { kP256, kP384, kRsa2048, kEd25519 };

// A key that is generated when its label is first asked for, and the same from then on in this
// process.
EVP_PKEY* test_key(const std::string& label, KeyType type = KeyType::kP256);

struct NamePart {
  std::string field = {};  // "CN", "O", ...
  std::string value = {};  // bytes of the string type
  int type = V_ASN1_UTF8STRING;
};

struct TestCertificate {
  X509Ptr certificate;
  EVP_PKEY* key = nullptr;  // borrowed from test_key()

  std::string pem() const;
  std::string trusted_pem()
      const;  // a TRUSTED CERTIFICATE block with the settings of `certificate`
  std::vector<std::uint8_t> der() const;
  std::string key_pem() const;
};

// A certificate to make. The defaults are a valid P-256 leaf that nobody issued but itself.
struct CertificateRequest {
  std::string common_name = {};
  std::vector<NamePart> subject = {};  // instead of the common name
  std::string key_label = {};          // empty: the common name
  KeyType key_type = KeyType::kP256;
  const TestCertificate* issuer = nullptr;  // null: self-signed
  std::vector<NamePart> issuer_name = {};   // written instead of the issuer's subject
  bool is_ca = false;
  int path_length = -1;      // -1: no limit
  int not_before_days = -1;  // relative to now
  int not_after_days = 365;
  std::vector<std::string> dns_names = {};
  std::vector<std::string> ip_addresses = {};
  std::uint64_t serial = 0;          // 0: the next of this process
  bool is_v1 = false;                // without any extension
  bool with_key_identifiers = true;  // subject's, and the authority's where issued
  // More extensions as in openssl.cnf: {"keyUsage", "critical,keyCertSign"}.
  std::vector<std::pair<std::string, std::string>> extensions = {};
};

// The same certificate with one bit of its signature changed.
TestCertificate tampered(const TestCertificate& original);

// The same with the trust settings of a TRUSTED CERTIFICATE: uses (NID_server_auth...) that it is
// trusted and rejected for.
TestCertificate with_settings(const TestCertificate& original, const std::vector<int>& trusted,
                              const std::vector<int>& rejected);

// Aborts the test program when libcrypto refuses: a request is the test's own code.
TestCertificate make_certificate(const CertificateRequest& request);

}  // namespace keyrack::testing
