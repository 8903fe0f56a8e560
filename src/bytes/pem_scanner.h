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

  // Where `block`, one of this scanner's, is: for an error of what is inside it. Lines are counted
  // here and nowhere else, since a good text needs none of them; asking in the order of the blocks
  // counts each line once.
  Location location_of(const PemBlock& block);

  // Blocks of kind kOther met so far.
  std::uint32_t unknown_blocks() const { return unknown_blocks_; }

 private:
  // A block as every tool writes it, right where scanning stands: markers that are alone on their
  // lines, and no other dash. False, with nothing done, for any other.
  bool take_plain_certificate(PemBlock& block);
  Result<std::optional<PemBlock>> finish_block(PemBlock block, std::size_t body);
  std::unexpected<Error> malformed(ErrorCode code, std::string message, const PemBlock& block);
  std::uint32_t line_at(std::size_t offset);

  std::string_view text_;
  std::size_t position_ = 0;
  std::size_t counted_to_ = 0;  // `line_` is the line of this offset
  std::uint32_t line_ = 1;
  std::uint32_t index_ = 0;
  std::uint32_t unknown_blocks_ = 0;
};

// Whether there is a BEGIN marker where the scanner would see one.
bool has_pem_block(ByteView text);

// What a label announces.
PemKind pem_kind(std::string_view label);

}  // namespace keyrack
