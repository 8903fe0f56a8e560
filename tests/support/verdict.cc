// SPDX-License-Identifier: Apache-2.0
#include "tests/support/verdict.h"

#include <openssl/err.h>

#include <ostream>
#include <stdexcept>
#include <string>

namespace keyrack::testing {

std::ostream& operator<<(std::ostream& out, const Verdict& verdict) {
  return out << verdict.code << " (" << X509_verify_cert_error_string(verdict.code) << ") at depth "
             << verdict.depth;
}

Verdict verify(X509_STORE* store, const TestCertificate& leaf,
               const std::vector<const TestCertificate*>& untrusted, const Configure& configure) {
  X509StackPtr sent(sk_X509_new_null());
  for (const TestCertificate* certificate : untrusted) {
    sk_X509_push(sent.get(), share(certificate->certificate.get()).release());
  }
  const X509StoreCtxPtr context(X509_STORE_CTX_new());
  if (X509_STORE_CTX_init(context.get(), store, leaf.certificate.get(), sent.get()) != 1) {
    throw std::runtime_error("X509_STORE_CTX_init");
  }
  if (configure) configure(X509_STORE_CTX_get0_param(context.get()));
  const bool is_ok = X509_verify_cert(context.get()) == 1;
  ERR_clear_error();
  Verdict verdict;
  verdict.code = X509_STORE_CTX_get_error(context.get());
  verdict.depth = X509_STORE_CTX_get_error_depth(context.get());
  if (is_ok != verdict.is_ok()) throw std::runtime_error("result and code disagree");
  const STACK_OF(X509)* chain = X509_STORE_CTX_get0_chain(context.get());
  for (int i = 0; is_ok && i < sk_X509_num(chain); ++i) {
    verdict.chain.push_back(share(sk_X509_value(chain, i)));
  }
  return verdict;
}

X509StorePtr plain_store(const std::string& pem) {
  X509StorePtr store(X509_STORE_new());
  const BioPtr memory(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  STACK_OF(X509_INFO)* all = PEM_X509_INFO_read_bio(memory.get(), nullptr, nullptr, nullptr);
  for (int i = 0; i < sk_X509_INFO_num(all); ++i) {
    X509* certificate = sk_X509_INFO_value(all, i)->x509;
    if (certificate != nullptr) X509_STORE_add_cert(store.get(), certificate);
  }
  sk_X509_INFO_pop_free(all, X509_INFO_free);
  ERR_clear_error();
  return store;
}

}  // namespace keyrack::testing
