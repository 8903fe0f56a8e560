// SPDX-License-Identifier: Apache-2.0
// Key stores for tests, written as lists of entries to make.
#pragma once

#include <keyrack/key_store.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "keys/candidates_for_test.h"
#include "tests/support/pkcs12_maker.h"

namespace keyrack::testing {

struct StoreEntry {
  std::string alias;
  CertificateRequest request = {};
  std::optional<std::string> own_password = {};
  EVP_PKEY* key = nullptr;  // instead of the certificate's own
  // Instead of one made to the request. Borrowed.
  const TestCertificate* certificate = nullptr;
  int iterations = 0;  // of its key's derivation; 0: the store's
};

inline constexpr const char* kStorePassword = "changeit";

// A PKCS#12 file whose derivations are cheap unless told otherwise.
inline std::vector<std::uint8_t> make_pkcs12(const std::vector<StoreEntry>& entries,
                                             const std::string& password = kStorePassword,
                                             int iterations = 20) {
  Pkcs12Maker maker(password);
  const Pbe pbe{.iterations = iterations};
  int id = 0;
  std::vector<X509*> certificates;
  std::vector<TestCertificate> made;
  made.reserve(entries.size());
  for (const StoreEntry& entry : entries) {
    CertificateRequest request = entry.request;
    if (request.common_name.empty()) request.common_name = entry.alias;
    const TestCertificate* certificate = entry.certificate;
    if (certificate == nullptr) certificate = &made.emplace_back(make_certificate(request));
    certificates.push_back(certificate->certificate.get());
    EVP_PKEY* key = entry.key != nullptr ? entry.key : certificate->key;
    const Pbe own_pbe{.iterations = entry.iterations != 0 ? entry.iterations : iterations};
    maker.add_key(key, {.friendly_name = entry.alias, .local_key_id = std::to_string(++id)},
                  own_pbe, entry.own_password);
  }
  maker.end_safe();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    maker.add_certificate(certificates[i], {.friendly_name = entries[i].alias,
                                            .local_key_id = std::to_string(i + 1)});
    const TestCertificate* issuer = entries[i].request.issuer;
    if (issuer != nullptr) maker.add_certificate(issuer->certificate.get());
  }
  maker.end_safe(pbe);
  return maker.make("SHA256", iterations);
}

inline KeyStore make_store(const std::vector<StoreEntry>& entries,
                           const std::string& password = kStorePassword, int iterations = 20) {
  return KeyStore::from_bytes(make_pkcs12(entries, password, iterations), Password(password))
      .value();
}

inline std::string_view as_file(const std::vector<std::uint8_t>& bytes) { return as_text(bytes); }

}  // namespace keyrack::testing
