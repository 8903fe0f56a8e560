// SPDX-License-Identifier: Apache-2.0
// What the benchmarks make contexts of: keys and certificates that are made when they start, and
// the bundle that they trust.
#pragma once

#include <string>

#include "base/openssl_ptr.h"

namespace keyrack::bench {

struct KeyAndCertificate {
  EvpPkeyPtr key;
  X509Ptr certificate;
  std::string key_pem() const;  // PKCS#8, not encrypted
  std::string certificate_pem() const;
};

struct CertificateShape {
  std::string common_name;
  const KeyAndCertificate* issuer = nullptr;  // null: signs itself
  bool is_ca = false;
  std::string dns_name = "localhost";  // of a leaf
};
// A certificate for `key`, valid for a year.
KeyAndCertificate make_certificate(EvpPkeyPtr key, const CertificateShape& shape);
// The same for a new RSA-2048 key.
KeyAndCertificate make_rsa_certificate(const std::string& common_name,
                                       const KeyAndCertificate* issuer, bool is_ca);

// The file with the bundle of this machine's distribution; empty when it has none.
std::string system_bundle_file();

struct Bundle {
  std::string description;  // "/etc/ssl/certs/ca-certificates.crt, 144 certificates"
  std::string pem;
};

// The text of `file`; for an empty name that of the machine's own bundle, and of the built-in
// roots where it has none.
Bundle load_bundle(const std::string& file);

// `text` with a comment in front that no other text of this process has: content that nobody has
// seen before.
std::string never_seen(const std::string& text);

}  // namespace keyrack::bench
