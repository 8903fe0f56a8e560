// SPDX-License-Identifier: Apache-2.0
#include <keyrack/trust_store.h>
#include <openssl/err.h>
#include <openssl/pem.h>

#include <string>
#include <vector>

#include "base/openssl_ptr.h"
#include "bench/context_maker.h"
#include "bench/failure.h"

namespace keyrack::bench {
namespace {

BioPtr borrow(const std::string& text) {
  BioPtr bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
  must(bio != nullptr, "BIO_new_mem_buf");
  return bio;
}

// The default roots as texts, which a program has compiled in.
const std::vector<std::string>& root_texts() {
  static const std::vector<std::string> texts = [] {
    std::vector<std::string> result;
    for (const Certificate& root : TrustStore::bundled().certificates()) {
      result.push_back(root.pem());
    }
    return result;
  }();
  return texts;
}

X509StorePtr new_store_of_roots() {
  static const std::vector<X509Ptr> roots = [] {
    std::vector<X509Ptr> parsed;
    for (const std::string& text : root_texts()) {
      parsed.emplace_back(PEM_read_bio_X509(borrow(text).get(), nullptr, nullptr, nullptr));
      must(parsed.back() != nullptr, "PEM_read_bio_X509");
    }
    return parsed;
  }();
  X509StorePtr store(X509_STORE_new());
  must(store != nullptr, "X509_STORE_new");
  for (const X509Ptr& root : roots) {
    must(X509_STORE_add_cert(store.get(), root.get()) == 1, "X509_STORE_add_cert");
  }
  return store;
}

class BareMaker : public ContextMaker {
 public:
  void make() override {
    contexts_.emplace_back(SSL_CTX_new(TLS_method()));
    must(contexts_.back() != nullptr, "SSL_CTX_new");
  }
  void release() override { contexts_.clear(); }

 protected:
  std::vector<SslCtxPtr> contexts_;
};

class OpenSslMaker : public BareMaker {
 public:
  OpenSslMaker(bool adds_roots_first, const ContextCase& which, const ContextInputs& inputs)
      : adds_roots_first_(adds_roots_first),
        trusted_pem_(inputs.trusted_pem(which.ca)),
        identity_pem_(which.identity == Seen::kAbsent ? "" : inputs.identity_pem),
        key_pem_(inputs.key_pem) {
    root_texts();
  }

  void make() override {
    BareMaker::make();
    SSL_CTX* const context = contexts_.back().get();
    if (trusted_pem_.empty()) {
      static const X509StorePtr shared = new_store_of_roots();
      X509_STORE_up_ref(shared.get());
      SSL_CTX_set_cert_store(context, shared.get());
    } else {
      if (adds_roots_first_) SSL_CTX_set_cert_store(context, new_store_of_roots().release());
      add_trusted(SSL_CTX_get_cert_store(context));
    }
    if (!identity_pem_.empty()) use_identity(context);
  }

 private:
  void add_trusted(X509_STORE* store) const {
    const BioPtr bio = borrow(trusted_pem_);
    while (const X509Ptr certificate{PEM_read_bio_X509_AUX(bio.get(), nullptr, nullptr, nullptr)}) {
      must(X509_STORE_add_cert(store, certificate.get()) == 1, "X509_STORE_add_cert");
    }
    ERR_clear_error();
  }

  void use_identity(SSL_CTX* context) const {
    const X509Ptr certificate(
        PEM_read_bio_X509_AUX(borrow(identity_pem_).get(), nullptr, nullptr, nullptr));
    const EvpPkeyPtr key(
        PEM_read_bio_PrivateKey(borrow(key_pem_).get(), nullptr, nullptr, nullptr));
    must(SSL_CTX_use_certificate(context, certificate.get()) == 1, "SSL_CTX_use_certificate");
    must(SSL_CTX_use_PrivateKey(context, key.get()) == 1, "SSL_CTX_use_PrivateKey");
  }

  bool adds_roots_first_;
  std::string trusted_pem_;
  std::string identity_pem_;
  std::string key_pem_;
};

}  // namespace

std::unique_ptr<ContextMaker> make_context_maker(std::string_view variant, const ContextCase& which,
                                                 const ContextInputs& inputs) {
  if (variant == "bare") return std::make_unique<BareMaker>();
  if (variant == "openssl-old") return std::make_unique<OpenSslMaker>(true, which, inputs);
  if (variant == "openssl-pr") return std::make_unique<OpenSslMaker>(false, which, inputs);
  if (variant == "keyrack") return make_keyrack_context_maker(which, inputs);
  throw Failure("no way of making contexts has that name");
}

}  // namespace keyrack::bench
