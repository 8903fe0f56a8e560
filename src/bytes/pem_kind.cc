// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <utility>

#include "bytes/pem_scanner.h"

namespace keyrack {
namespace {

// The most frequent first. libcrypto reads CMS by the label PKCS7 too, RFC 7468 the reverse.
constexpr std::array<std::pair<std::string_view, PemKind>, 13> kKinds = {{
    {"CERTIFICATE", PemKind::kCertificate},
    {"PRIVATE KEY", PemKind::kPrivateKey},
    {"ENCRYPTED PRIVATE KEY", PemKind::kEncryptedPrivateKey},
    {"RSA PRIVATE KEY", PemKind::kTraditionalKey},
    {"EC PRIVATE KEY", PemKind::kTraditionalKey},
    {"DSA PRIVATE KEY", PemKind::kTraditionalKey},
    {"TRUSTED CERTIFICATE", PemKind::kTrustedCertificate},
    {"X509 CERTIFICATE", PemKind::kCertificate},
    {"X509 CRL", PemKind::kCrl},
    {"PUBLIC KEY", PemKind::kPublicKey},
    {"EC PARAMETERS", PemKind::kEcParameters},
    {"PKCS7", PemKind::kPkcs7},
    {"CMS", PemKind::kPkcs7},
}};

}  // namespace

PemKind pem_kind(std::string_view label) {
  for (const auto& [name, kind] : kKinds) {
    if (label == name) return kind;
  }
  return PemKind::kOther;
}

}  // namespace keyrack
