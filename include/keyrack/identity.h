// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/certificate.h>
#include <keyrack/error.h>
#include <keyrack/library_context.h>
#include <keyrack/password.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace keyrack {

// A private key with the certificate chain that belongs to it: what an endpoint presents.
//
// Immutable and shared, for any thread. The same text with the same password gives the same object,
// and equal keys and certificates of different texts are held once, while somebody holds them. For
// comparing, the text is kept; it and the key are wiped when the last handle goes.
class Identity {
 public:
  // Certificates and one key in any order, in one text or in two. The leaf is the certificate that
  // matches the key; the chain is put in order from it. What comes twice counts once; other kinds
  // of blocks are skipped. The first malformed block is an error with its place; no certificate for
  // the key, or a second key, is kKeyMismatch; more than 1000 certificates are kLimitExceeded. An
  // encrypted key without a password is kPasswordRequired at once: nothing ever prompts.
  static Result<Identity> from_pem(std::string_view certificates_and_key,
                                   const Password& password = {},
                                   const LibraryContext& library_context = {});
  static Result<Identity> from_pem(std::string_view certificates, std::string_view key,
                                   const Password& password = {},
                                   const LibraryContext& library_context = {});

  // The key stays behind a URI of OpenSSL's OSSL_STORE, such as "pkcs11:token=web;object=key" where
  // a provider serves it: nothing of it is copied, compared or kept but the handle. `pin` answers
  // whatever asks for one. Opened anew each time. kBadOption for a URI that holds no key, or two.
  static Result<Identity> from_key_uri(std::string_view certificates, const std::string& uri,
                                       const Password& pin = {},
                                       const LibraryContext& library_context = {});

  // The leaf first, then its issuers as far as the text had them. A root at the end is listed here
  // but never sent: who trusts it has it.
  const std::vector<Certificate>& chain() const;
  // Whether the text had the chain in another order, or certificates that do not belong to it.
  bool was_reordered() const;
  const std::vector<Certificate>& unused_certificates() const;

  class State;
  explicit Identity(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  const State& state() const { return *state_; }

 private:
  std::shared_ptr<const State> state_;
};

}  // namespace keyrack
