// SPDX-License-Identifier: Apache-2.0
// Ownership of OpenSSL objects: one handle template for all of them, and sharing by name.
#pragma once

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/decoder.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pkcs12.h>
#include <openssl/pkcs7.h>
#include <openssl/provider.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <memory>

namespace keyrack {

template <auto kFree>
struct OpenSslFree {
  template <typename T>
  void operator()(T* object) const {
    kFree(object);
  }
};

// Owns an object of type T that is given back with kFree. Wrap in the statement that creates.
template <typename T, auto kFree>
using OpenSslPtr = std::unique_ptr<T, OpenSslFree<kFree>>;

inline void free_x509_stack(STACK_OF(X509) * stack) { sk_X509_pop_free(stack, X509_free); }

inline void free_crl_stack(STACK_OF(X509_CRL) * stack) {
  sk_X509_CRL_pop_free(stack, X509_CRL_free);
}

using BignumPtr = OpenSslPtr<BIGNUM, BN_clear_free>;
using BioPtr = OpenSslPtr<BIO, BIO_free_all>;
using DecoderCtxPtr = OpenSslPtr<OSSL_DECODER_CTX, OSSL_DECODER_CTX_free>;
using EcGroupPtr = OpenSslPtr<EC_GROUP, EC_GROUP_free>;
using EcPointPtr = OpenSslPtr<EC_POINT, EC_POINT_free>;
using EvpCipherCtxPtr = OpenSslPtr<EVP_CIPHER_CTX, EVP_CIPHER_CTX_free>;
using EvpMdPtr = OpenSslPtr<EVP_MD, EVP_MD_free>;
using EvpPkeyPtr = OpenSslPtr<EVP_PKEY, EVP_PKEY_free>;
using EvpPkeyCtxPtr = OpenSslPtr<EVP_PKEY_CTX, EVP_PKEY_CTX_free>;
using LibCtxPtr = OpenSslPtr<OSSL_LIB_CTX, OSSL_LIB_CTX_free>;
using Pkcs12Ptr = OpenSslPtr<PKCS12, PKCS12_free>;
using Pkcs7Ptr = OpenSslPtr<PKCS7, PKCS7_free>;
using Pkcs8Ptr = OpenSslPtr<PKCS8_PRIV_KEY_INFO, PKCS8_PRIV_KEY_INFO_free>;
using SslCtxPtr = OpenSslPtr<SSL_CTX, SSL_CTX_free>;
using SslPtr = OpenSslPtr<SSL, SSL_free>;
using X509CrlPtr = OpenSslPtr<X509_CRL, X509_CRL_free>;
using X509CrlStackPtr = OpenSslPtr<STACK_OF(X509_CRL), free_crl_stack>;
using X509NamePtr = OpenSslPtr<X509_NAME, X509_NAME_free>;
using X509Ptr = OpenSslPtr<X509, X509_free>;
using X509StackPtr = OpenSslPtr<STACK_OF(X509), free_x509_stack>;
using X509StoreCtxPtr = OpenSslPtr<X509_STORE_CTX, X509_STORE_CTX_free>;
using X509StorePtr = OpenSslPtr<X509_STORE, X509_STORE_free>;

// Another owner of the same object.
inline X509Ptr share(X509* certificate) {
  X509_up_ref(certificate);
  return X509Ptr(certificate);
}
inline X509CrlPtr share(X509_CRL* crl) {
  X509_CRL_up_ref(crl);
  return X509CrlPtr(crl);
}
inline EvpPkeyPtr share(EVP_PKEY* key) {
  EVP_PKEY_up_ref(key);
  return EvpPkeyPtr(key);
}
inline SslCtxPtr share(SSL_CTX* context) {
  SSL_CTX_up_ref(context);
  return SslCtxPtr(context);
}

}  // namespace keyrack
