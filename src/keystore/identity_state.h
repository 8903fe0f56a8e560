// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/identity.h>

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/openssl_ptr.h"
#include "base/secret_bytes.h"
#include "keystore/private_key.h"
#include "x509/parsed_certificate.h"

namespace keyrack {

// What an identity was made from, for recognising it when it comes again. Kept in memory that is
// wiped with the identity: it has the private key in it.
class IdentityText {
 public:
  IdentityText(std::string_view certificates, std::string_view key, Password password,
               LibraryContext library_context);

  bool equals(std::string_view certificates, std::string_view key, const Password& password,
              const LibraryContext& library_context) const;
  const LibraryContext& library_context() const { return library_context_; }

 private:
  SecretBytes certificates_;
  SecretBytes key_;
  Password password_;
  LibraryContext library_context_;
};

struct IdentityParts {
  std::shared_ptr<const PrivateKey> key;
  std::vector<Certificate> chain;  // the leaf first
  std::vector<std::shared_ptr<const ParsedCertificate>> parsed_chain;
  std::vector<Certificate> unused;
  bool was_reordered = false;
};

class Identity::State {
 public:
  State(IdentityParts parts, IdentityText text);

  const IdentityParts& parts() const { return parts_; }
  const IdentityText& text() const { return text_; }
  const LibraryContext& library_context() const { return text_.library_context(); }
  EVP_PKEY* key() const { return parts_.key->get(); }
  X509* leaf() const { return parts_.parsed_chain.front()->get(); }
  // What is sent after the leaf: its issuers without the root, which the other end has or does not
  // trust (RFC 8446 section 4.4.2). Borrowed.
  STACK_OF(X509) * issuers() const { return issuers_.get(); }

 private:
  IdentityParts parts_;
  IdentityText text_;
  X509StackPtr issuers_;
};

// An identity that was made from no text, and is not found again by one.
Result<Identity> identity_of(IdentityParts parts, const LibraryContext& library_context);

}  // namespace keyrack
