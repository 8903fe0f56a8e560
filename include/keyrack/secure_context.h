// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/secure_context_options.h>
#include <keyrack/trust_store.h>

#include <memory>
#include <utility>

namespace keyrack {

// A TLS context: one SSL_CTX with all of its options, checked when it is made.
//
// A cheap handle to immutable shared state, for any thread. An SSL made from it keeps what it needs
// alive. Options that OpenSSL would ignore or change are errors here (kBadOption), with the option,
// the value and the reason.
class SecureContext {
 public:
  static Result<SecureContext> create(const SecureContextOptions& options);

  // The trust that the context verifies with now. is_default_trust() tells whether nobody named it.
  TrustStore trust() const;
  bool is_default_trust() const;

  class State;
  explicit SecureContext(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  const State& state() const { return *state_; }

 private:
  std::shared_ptr<const State> state_;
};

}  // namespace keyrack
