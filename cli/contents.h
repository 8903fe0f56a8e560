// SPDX-License-Identifier: Apache-2.0
// What is in some bytes, whatever their format: the model behind `keyrack inspect`, and where
// `verify` gets its certificates from.
#pragma once

#include <keyrack/certificate.h>
#include <keyrack/error.h>
#include <keyrack/key_store.h>
#include <keyrack/password.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "base/openssl_ptr.h"
#include "bytes/byte_view.h"

namespace keyrack::cli {

struct Entry {
  EntryKind kind = EntryKind::kCertificate;
  Location where;     // offset, line and index, as far as the format has them
  std::string alias;  // of a key store's entry

  // Of a certificate, and of a CRL (whose validity is its thisUpdate and nextUpdate). A key of a
  // key store has its leaf here.
  std::optional<Certificate> certificate;
  X509Ptr x509;
  X509CrlPtr crl;

  // Of a private key; null when it is encrypted.
  EvpPkeyPtr key;
  bool is_encrypted = false;
  std::optional<PasswordAlgorithm> encryption;  // where the format tells it
  // The certificates of the same input that belong to it: hashes, the leaf first.
  std::vector<std::string> chain;

  bool is_certificate() const {
    return kind == EntryKind::kCertificate || kind == EntryKind::kTrustedCertificate;
  }
};

struct Contents {
  std::string format = "unknown";  // pem, der, pkcs12, pkcs7, crl
  std::vector<Entry> entries;
  std::vector<Error> problems;
  std::vector<std::string> skipped;  // labels of PEM blocks that are neither key nor certificate

  // Of a key store: its MAC, which the password may not have verified.
  std::optional<PasswordAlgorithm> integrity;
  bool is_integrity_verified = false;
  // What decrypting one of its keys took.
  std::optional<std::chrono::microseconds> decryption_time;
};

// Never fails as a whole: what cannot be read is among the problems, named `source`. The password
// is for key stores.
Contents read_contents(ByteView bytes, const std::string& source, const Password& password = {});

}  // namespace keyrack::cli
