// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/certificate.h>
#include <keyrack/error.h>

#include <string>
#include <vector>

namespace keyrack {

// What a person wants to know about a certificate beyond its fields. Names of things are OpenSSL's.
struct CertificateDetails {
  std::string key_type;  // "RSA", "EC", "ED25519"...; the algorithm's name when it is not supported
  int key_bits = 0;      // 0 when the key cannot be read
  std::string signature_algorithm;              // "ecdsa-with-SHA256"
  std::vector<std::string> names;               // of the subject: DNS, IP and e-mail, as written
  bool is_ca = false;                           // by basicConstraints, or a self-signed v1
  std::vector<std::string> key_usage;           // "digitalSignature"...; empty when not restricted
  std::vector<std::string> extended_key_usage;  // "serverAuth", or numbers; the same
};

// Parses `certificate` with libcrypto (shared with whoever has it parsed already). Fails only when
// that does. Any thread.
Result<CertificateDetails> details_of(const Certificate& certificate);

}  // namespace keyrack
