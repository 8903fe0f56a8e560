// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "bytes/byte_view.h"
#include "x509/certificate_time.h"

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
  CertificateTime not_before;
  CertificateTime not_after;
};

// Reads the certificate at the start of `der`, whose end is that of `whole`; what follows is the
// caller's business. Succeeds only where it proves that d2i_X509 accepts the same bytes: plain DER,
// valid strings and times, known forms. Nothing means "not proven", not "bad": let libcrypto say.
// Allocates nothing.
std::optional<CertificateFields> peek_certificate(ByteView der);

// What an index needs of the certificate at the start of its input.
struct CertificateKey {
  std::size_t size = 0;            // of the Certificate element
  std::uint64_t subject_hash = 0;  // canonical_name_hash() with the seed
};

// The same proof, for an index: whoever has made the subject's hash has proven it on the way.
std::optional<CertificateKey> peek_certificate_key(ByteView der, std::uint64_t seed);

}  // namespace keyrack
