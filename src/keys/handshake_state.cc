// SPDX-License-Identifier: Apache-2.0
#include "keys/handshake_state.h"

#include <utility>

namespace keyrack {
namespace {

void free_state(void*, void* state, CRYPTO_EX_DATA*, int, long, void*) {
  delete static_cast<HandshakeState*>(state);
}

int state_index() {
  static const int index = SSL_get_ex_new_index(0, nullptr, nullptr, nullptr, free_state);
  return index;
}

}  // namespace

void PendingCredential::arrive(const Result<Credential>& result) {
  std::function<void()> wake;
  {
    const std::lock_guard lock(mutex_);
    result_ = result;
    wake = std::move(wake_);
  }
  if (wake) wake();
}

bool PendingCredential::wake_with(std::function<void()> wake) {
  const std::lock_guard lock(mutex_);
  if (result_) return false;
  wake_ = std::move(wake);
  return true;
}

std::optional<Result<Credential>> PendingCredential::result() const {
  const std::lock_guard lock(mutex_);
  return result_;
}

HandshakeState* find_handshake_state(const SSL* ssl) {
  return static_cast<HandshakeState*>(SSL_get_ex_data(ssl, state_index()));
}

HandshakeState* get_handshake_state(SSL* ssl) {
  if (HandshakeState* known = find_handshake_state(ssl)) return known;
  auto made = std::make_unique<HandshakeState>();
  if (SSL_set_ex_data(ssl, state_index(), made.get()) != 1) return nullptr;
  return made.release();
}

}  // namespace keyrack
