// SPDX-License-Identifier: Apache-2.0
// Makes PKCS#12 files for tests with libcrypto, bag by bag: any algorithm, any attributes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/openssl_ptr.h"

namespace keyrack::testing {

struct BagAttributes {
  std::string friendly_name = {};  // UTF-8; empty: none
  std::string local_key_id = {};   // bytes; empty: none
  bool trusted = false;            // the JDK's trusted-certificate attribute
};

// How a safe or a key is encrypted.
struct Pbe {
  // A cipher's NID gives PBES2; NID_pbe_WithSHA1And... PKCS#12's own; -1 no encryption.
  int algorithm = NID_aes_256_cbc;
  int iterations = 2048;
  int prf = NID_hmacWithSHA256;  // of PBES2, for keys only
  int scrypt_n = 0;              // for keys only; 0: PBKDF2
};

class Pkcs12Maker {
 public:
  // Nothing: no password at all. Also the default for keys.
  explicit Pkcs12Maker(std::optional<std::string> password) : password_(std::move(password)) {}

  Pkcs12Maker& add_key(EVP_PKEY* key, const BagAttributes& attributes, const Pbe& pbe = {},
                       const std::optional<std::string>& own_password = {});
  Pkcs12Maker& add_certificate(X509* certificate, const BagAttributes& attributes = {});
  Pkcs12Maker& add_crl(X509_CRL* crl);
  Pkcs12Maker& add_secret(const std::string& value, const BagAttributes& attributes);
  // What was added since the last call becomes one safe.
  Pkcs12Maker& end_safe(const Pbe& pbe = {.algorithm = -1});

  // The file; a null digest leaves the MAC out. Aborts the test program when libcrypto refuses.
  std::vector<std::uint8_t> make(const char* mac_digest = "SHA256", int mac_iterations = 2048);

 private:
  void add_bag(PKCS12_SAFEBAG* bag, const BagAttributes& attributes);
  const char* password() const { return password_ ? password_->c_str() : nullptr; }

  struct FreeBags {
    void operator()(STACK_OF(PKCS12_SAFEBAG) * bags) const {
      sk_PKCS12_SAFEBAG_pop_free(bags, PKCS12_SAFEBAG_free);
    }
  };
  struct FreeSafes {
    void operator()(STACK_OF(PKCS7) * safes) const { sk_PKCS7_pop_free(safes, PKCS7_free); }
  };
  std::optional<std::string> password_;
  std::unique_ptr<STACK_OF(PKCS12_SAFEBAG), FreeBags> bags_;
  std::unique_ptr<STACK_OF(PKCS7), FreeSafes> safes_;
};

}  // namespace keyrack::testing
