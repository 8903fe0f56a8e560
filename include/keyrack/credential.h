// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/certificate.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace keyrack {

// A decrypted private key with the certificate chain that belongs to it: what one handshake
// presents. Immutable, so that a key and a chain of different times never meet.
//
// A cheap handle for any thread. The key is wiped when the last handle, and the last SSL that it
// was given to, is gone. keyrack/openssl.h hands out the key.
class Credential {
 public:
  const std::string& alias() const;  // the key store's own
  // The leaf first, as the key store has it; a root at its end is not sent.
  const std::vector<Certificate>& chain() const;

  class State;
  explicit Credential(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  const State& state() const { return *state_; }
  friend bool operator==(const Credential& a, const Credential& b) { return a.state_ == b.state_; }

 private:
  std::shared_ptr<const State> state_;
};

}  // namespace keyrack
