// SPDX-License-Identifier: Apache-2.0
#include "keys/handshake_state.h"

#include <utility>

#include "bytes/byte_view.h"

namespace keyrack {
namespace {

void free_state(void*, void* state, CRYPTO_EX_DATA*, int, long, void*) {
  delete static_cast<HandshakeState*>(state);
}

int state_index() {
  static const int index = SSL_get_ex_new_index(0, nullptr, nullptr, nullptr, free_state);
  return index;
}

// The SignatureSchemeList of an extension. Nothing for one that libssl will refuse.
std::optional<std::vector<std::uint16_t>> read_schemes(ByteView extension) {
  constexpr std::size_t kLength = 2;
  const auto number_at = [&](std::size_t offset) {
    return static_cast<std::uint16_t>(extension[offset] << 8 | extension[offset + 1]);
  };
  if (extension.size() < kLength || extension.size() % 2 != 0 ||
      number_at(0) != extension.size() - kLength) {
    return std::nullopt;
  }
  std::vector<std::uint16_t> schemes;
  for (std::size_t i = kLength; i < extension.size(); i += 2) schemes.push_back(number_at(i));
  return schemes;
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

int note_client_hello(SSL* ssl, int*, void*) {
  HandshakeState* handshake = get_handshake_state(ssl);
  const unsigned char* data = nullptr;
  std::size_t size = 0;
  if (handshake == nullptr) return SSL_CLIENT_HELLO_SUCCESS;  // memory is out; libssl will notice
  handshake->certificate_schemes.reset();
  if (SSL_client_hello_get0_ext(ssl, TLSEXT_TYPE_signature_algorithms_cert, &data, &size) == 1) {
    handshake->certificate_schemes = read_schemes({data, size});
  }
  return SSL_CLIENT_HELLO_SUCCESS;
}

HandshakeState* get_handshake_state(SSL* ssl) {
  if (HandshakeState* known = find_handshake_state(ssl)) return known;
  auto made = std::make_unique<HandshakeState>();
  if (SSL_set_ex_data(ssl, state_index(), made.get()) != 1) return nullptr;
  return made.release();
}

}  // namespace keyrack
