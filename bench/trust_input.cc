// SPDX-License-Identifier: Apache-2.0
#include "bench/trust_input.h"

#include <keyrack/openssl.h>

#include "bench/failure.h"
#include "bench/material.h"

namespace keyrack::bench {

TrustInput::TrustInput(const std::string& bundle_pem) {
  const KeyAndCertificate root = make_rsa_certificate("keyrack benchmark root", nullptr, true);
  leaf = make_rsa_certificate("localhost", &root, false).certificate;
  pem = bundle_pem + root.certificate_pem();
  file = folder.write("bundle.pem", pem);
}

X509StorePtr load_openssl_store(const std::filesystem::path& file) {
  X509StorePtr store(X509_STORE_new());
  must(store != nullptr, "X509_STORE_new");
  must(X509_STORE_load_file(store.get(), file.c_str()) == 1, "X509_STORE_load_file");
  return store;
}

X509StorePtr new_thin_store(const TrustStore& trust) {
  X509StorePtr store(make_x509_store(trust));
  must(store != nullptr, "make_x509_store");
  return store;
}

void verify_once(X509_STORE* store, X509* leaf) {
  const X509StoreCtxPtr context(X509_STORE_CTX_new());
  must(context && X509_STORE_CTX_init(context.get(), store, leaf, nullptr) == 1,
       "X509_STORE_CTX_init");
  must(X509_verify_cert(context.get()) == 1, "X509_verify_cert");
}

}  // namespace keyrack::bench
