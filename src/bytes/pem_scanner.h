// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bytes/byte_view.h"

namespace keyrack {

// What a PEM label announces. Labels outside RFC 7468 and OpenSSL's own are kOther.
enum class PemKind : std::uint8_t {
  kCertificate,          // CERTIFICATE, X509 CERTIFICATE
  kTrustedCertificate,   // TRUSTED CERTIFICATE: a certificate, then X509_CERT_AUX
  kCrl,                  // X509 CRL
  kPrivateKey,           // PRIVATE KEY (PKCS#8)
  kEncryptedPrivateKey,  // ENCRYPTED PRIVATE KEY
  kTraditionalKey,       // RSA, EC or DSA PRIVATE KEY
  kPublicKey,
  kEcParameters,
  kPkcs7,  // PKCS7, CMS
  kOther,
};

// One block of a PEM text. Views into the scanned bytes.
struct PemBlock {
  std::string_view label;
  PemKind kind = PemKind::kOther;
  std::string_view headers;  // the encapsulated headers (Proc-Type, DEK-Info), or empty
  ByteView body;             // base64 with its white space
  std::size_t offset = 0;    // of the BEGIN marker's first dash
  std::uint32_t line = 0;    // of the BEGIN marker, from 1
  std::uint32_t index = 0;   // among all blocks of the text, from 0
};

// Finds the blocks of a PEM text (RFC 7468 section 3, laxly: see the accepted oddities in
// pem_scanner.cc). Copies nothing; the input must outlive the scanner and its blocks. Not for
// sharing between threads while it scans.
class PemScanner {
 public:
  explicit PemScanner(ByteView text);

  // The next block; nothing at the end; an error for a block that is malformed (END missing or
  // different), after which scanning may go on behind it. The error has offset, line, index and
  // label; its source is the caller's to fill in.
  Result<std::optional<PemBlock>> next();

  // Blocks of kind kOther met so far.
  std::uint32_t unknown_blocks() const { return unknown_blocks_; }

 private:
  ByteView text_;
  std::size_t position_ = 0;
  std::size_t counted_to_ = 0;  // lines are counted up to here
  std::uint32_t line_ = 1;
  std::uint32_t index_ = 0;
  std::uint32_t unknown_blocks_ = 0;
};

// Where `block` is, for an error of what is inside it.
Location location_of(const PemBlock& block);

}  // namespace keyrack
