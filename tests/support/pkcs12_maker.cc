// SPDX-License-Identifier: Apache-2.0
#include "tests/support/pkcs12_maker.h"

#include <openssl/err.h>

#include <cstdlib>

namespace keyrack::testing {
namespace {

void require(bool ok, const char* what) {
  if (ok) return;
  std::fprintf(stderr, "pkcs12_maker: %s failed\n", what);
  ERR_print_errors_fp(stderr);
  std::abort();
}

// RC2 and RC4 need the legacy provider, which the application's context must not see.
OSSL_LIB_CTX* library_context() {
  static OSSL_LIB_CTX* const context = [] {
    OSSL_LIB_CTX* made = OSSL_LIB_CTX_new();
    OSSL_PROVIDER_load(made, "legacy");
    OSSL_PROVIDER_load(made, "default");
    return made;
  }();
  return context;
}

X509_SIG* encrypt(PKCS8_PRIV_KEY_INFO* info, const char* password, const Pbe& pbe) {
  const bool is_pbes2 = EVP_get_cipherbynid(pbe.algorithm) != nullptr;
  if (!is_pbes2) {
    return PKCS8_encrypt_ex(pbe.algorithm, nullptr, password, -1, nullptr, 0, pbe.iterations, info,
                            library_context(), nullptr);
  }
  const EVP_CIPHER* cipher = EVP_get_cipherbynid(pbe.algorithm);
  X509_ALGOR* algorithm =
      pbe.scrypt_n != 0 ? PKCS5_pbe2_set_scrypt(cipher, nullptr, 0, nullptr,
                                                static_cast<std::uint64_t>(pbe.scrypt_n), 8, 1)
                        : PKCS5_pbe2_set_iv(cipher, pbe.iterations, nullptr, 0, nullptr, pbe.prf);
  require(algorithm != nullptr, "PKCS5_pbe2_set");
  return PKCS8_set0_pbe_ex(password, -1, info, algorithm, library_context(), nullptr);
}

}  // namespace

void Pkcs12Maker::add_bag(PKCS12_SAFEBAG* bag, const BagAttributes& attributes) {
  require(bag != nullptr, "a bag");
  if (!attributes.friendly_name.empty()) {
    require(PKCS12_add_friendlyname_utf8(bag, attributes.friendly_name.c_str(), -1) == 1, "name");
  }
  if (!attributes.local_key_id.empty()) {
    std::string id = attributes.local_key_id;
    require(PKCS12_add_localkeyid(bag, reinterpret_cast<unsigned char*>(id.data()),
                                  static_cast<int>(id.size())) == 1,
            "key id");
  }
  if (attributes.trusted) {
    const OpenSslPtr<ASN1_OBJECT, ASN1_OBJECT_free> any(OBJ_txt2obj("2.5.29.37.0", 1));
    require(PKCS12_add1_attr_by_txt(bag, "2.16.840.1.113894.746875.1.1", V_ASN1_OBJECT,
                                    reinterpret_cast<const unsigned char*>(any.get()), -1) == 1,
            "trusted attribute");
  }
  if (!bags_) bags_.reset(sk_PKCS12_SAFEBAG_new_null());
  require(sk_PKCS12_SAFEBAG_push(bags_.get(), bag) > 0, "push");
}

Pkcs12Maker& Pkcs12Maker::add_key(EVP_PKEY* key, const BagAttributes& attributes, const Pbe& pbe,
                                  const std::optional<std::string>& own_password) {
  Pkcs8Ptr info(EVP_PKEY2PKCS8(key));
  require(info != nullptr, "EVP_PKEY2PKCS8");
  if (pbe.algorithm == -1) {
    add_bag(PKCS12_SAFEBAG_create0_p8inf(info.release()), attributes);
    return *this;
  }
  X509_SIG* shrouded = encrypt(info.get(), own_password ? own_password->c_str() : password(), pbe);
  require(shrouded != nullptr, "PKCS8_encrypt");
  add_bag(PKCS12_SAFEBAG_create0_pkcs8(shrouded), attributes);
  return *this;
}

Pkcs12Maker& Pkcs12Maker::add_certificate(X509* certificate, const BagAttributes& attributes) {
  add_bag(PKCS12_SAFEBAG_create_cert(certificate), attributes);
  return *this;
}

Pkcs12Maker& Pkcs12Maker::add_crl(X509_CRL* crl) {
  add_bag(PKCS12_SAFEBAG_create_crl(crl), {});
  return *this;
}

Pkcs12Maker& Pkcs12Maker::add_secret(const std::string& value, const BagAttributes& attributes) {
  add_bag(PKCS12_SAFEBAG_create_secret(NID_pkcs7_data, V_ASN1_OCTET_STRING,
                                       reinterpret_cast<const unsigned char*>(value.data()),
                                       static_cast<int>(value.size())),
          attributes);
  return *this;
}

Pkcs12Maker& Pkcs12Maker::end_safe(const Pbe& pbe) {
  if (!bags_) bags_.reset(sk_PKCS12_SAFEBAG_new_null());
  PKCS7* safe = pbe.algorithm == -1 ? PKCS12_pack_p7data(bags_.get())
                                    : PKCS12_pack_p7encdata_ex(
                                          pbe.algorithm, password(), -1, nullptr, 0, pbe.iterations,
                                          bags_.get(), library_context(), nullptr);
  require(safe != nullptr, "PKCS12_pack_p7");
  if (!safes_) safes_.reset(sk_PKCS7_new_null());
  require(sk_PKCS7_push(safes_.get(), safe) > 0, "push");
  bags_.reset();
  return *this;
}

std::vector<std::uint8_t> Pkcs12Maker::make(const char* mac_digest, int mac_iterations) {
  if (bags_) end_safe();
  if (!safes_) safes_.reset(sk_PKCS7_new_null());
  const Pkcs12Ptr file(PKCS12_add_safes(safes_.get(), 0));
  require(file != nullptr, "PKCS12_add_safes");
  if (mac_digest != nullptr) {
    const EVP_MD* digest = EVP_get_digestbyname(mac_digest);
    require(digest != nullptr &&
                PKCS12_set_mac(file.get(), password(), -1, nullptr, 0, mac_iterations, digest) == 1,
            "PKCS12_set_mac");
  }
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(i2d_PKCS12(file.get(), nullptr)));
  unsigned char* out = bytes.data();
  require(i2d_PKCS12(file.get(), &out) > 0, "i2d_PKCS12");
  return bytes;
}

}  // namespace keyrack::testing
