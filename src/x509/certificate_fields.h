// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "bytes/byte_view.h"

namespace keyrack {

// The fields of a certificate (RFC 5280 section 4.1), as views into its DER, or where that is not
// plain, into a plain copy (read_certificate.h).
struct CertificateFields {
  ByteView whole;                // the Certificate element
  std::uint32_t version = 0;     // 0 is v1
  ByteView serial;               // INTEGER content
  ByteView issuer;               // the Name element
  ByteView subject;              // the Name element
  ByteView spki;                 // the SubjectPublicKeyInfo element
  ByteView extensions;           // content of the SEQUENCE OF Extension, or empty
  ByteView signature_algorithm;  // the outer AlgorithmIdentifier element
  ByteView signature;            // BIT STRING content
  std::chrono::sys_seconds not_before{};
  std::chrono::sys_seconds not_after{};
};

// Reads the certificate at the start of `der`, whose end is that of `whole`; what follows is the
// caller's business. Succeeds only where it proves that d2i_X509 accepts the same bytes: plain DER,
// valid strings and times, known forms. Nothing means "not proven", not "bad": let libcrypto say.
// Allocates nothing.
std::optional<CertificateFields> peek_certificate(ByteView der);

}  // namespace keyrack
