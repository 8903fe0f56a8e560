// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/credential.h>
#include <keyrack/error.h>
#include <keyrack/library_context.h>

#include <memory>
#include <string>
#include <vector>

#include "base/openssl_ptr.h"

namespace keyrack {

// What a Credential's handles share, ready for SSL_use_cert_and_key.
class Credential::State {
 public:
  State(std::string alias, std::vector<Certificate> chain, std::shared_ptr<EVP_PKEY> key,
        X509Ptr leaf, X509StackPtr issuers)
      : alias_(std::move(alias)),
        chain_(std::move(chain)),
        key_(std::move(key)),
        leaf_(std::move(leaf)),
        issuers_(std::move(issuers)) {}

  const std::string& alias() const { return alias_; }
  const std::vector<Certificate>& chain() const { return chain_; }
  // Borrowed, and shared with other threads: libssl takes references of its own.
  EVP_PKEY* key() const { return key_.get(); }
  X509* leaf() const { return leaf_.get(); }
  // What is sent behind the leaf: no root. Never null, even when it holds nothing: without an
  // explicit chain libssl would build one on every handshake, and send the root.
  STACK_OF(X509) * issuers() const { return issuers_.get(); }

 private:
  std::string alias_;
  std::vector<Certificate> chain_;
  std::shared_ptr<EVP_PKEY> key_;
  X509Ptr leaf_;
  X509StackPtr issuers_;
};

// Parses the chain and holds the leaf against the key: kKeyMismatch when they do not belong
// together, kNoCertificates for an empty chain.
Result<Credential> make_credential(std::string alias, std::vector<Certificate> chain,
                                   std::shared_ptr<EVP_PKEY> key,
                                   const LibraryContext& library_context);

}  // namespace keyrack
