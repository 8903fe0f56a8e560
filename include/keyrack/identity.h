// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/certificate.h>
#include <keyrack/error.h>
#include <keyrack/library_context.h>
#include <keyrack/password.h>

#include <memory>
#include <string_view>
#include <vector>

namespace keyrack {

// A private key with the certificate chain that belongs to it: what an endpoint presents.
//
// Immutable and shared, for any thread. The same text gives the same key and certificates while
// somebody holds them. Key material is wiped when the last handle goes.
class Identity {
 public:
  // Certificates and one key in any order, in one text or in two. The leaf is the certificate that
  // matches the key; the chain is put in order from it. An encrypted key without a password is an
  // error at once: nothing ever prompts.
  static Result<Identity> from_pem(std::string_view certificates_and_key,
                                   const Password& password = {},
                                   const LibraryContext& library_context = {});
  static Result<Identity> from_pem(std::string_view certificates, std::string_view key,
                                   const Password& password = {},
                                   const LibraryContext& library_context = {});

  // The leaf first, then its issuers as far as the text had them.
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
