// SPDX-License-Identifier: Apache-2.0
#include "bench/handshake_load.h"

#include <utility>

#include "bench/failure.h"
#include "bench/sampling.h"

namespace keyrack::bench {
namespace {

// So many that a sample takes some milliseconds.
constexpr int kFullASample = 8;
constexpr int kResumedASample = 64;

SslCtxPtr make_client(int max_version) {
  SslCtxPtr context(SSL_CTX_new(TLS_client_method()));
  must(context && SSL_CTX_set_max_proto_version(context.get(), max_version) == 1, "SSL_CTX_new");
  return context;
}

}  // namespace

HandshakeLoad::HandshakeLoad(const std::string& variant, const HandshakeInput& input,
                             std::size_t names, int max_version, bool is_resumed)
    : client_(make_client(max_version)),
      server_(make_handshake_server(variant, input, max_version)),
      names_(names) {
  SessionPtr session;
  for (std::size_t i = 0; i < names_; ++i) session = shake_hands().session();
  if (is_resumed) session_ = std::move(session);
}

double HandshakeLoad::rate() {
  const int count = session_ ? kResumedASample : kFullASample;
  const double us = time_us([&] {
    for (int i = 0; i < count; ++i) shake_hands();
  });
  return count * 1e6 / us;
}

HandshakePair HandshakeLoad::shake_hands() {
  HandshakePair pair(client_.get(), server_.get());
  pair.ask_for(HandshakeInput::name(next_++ % names_));
  if (session_) pair.resume(session_.get());
  pair.shake_hands(session_ != nullptr);
  return pair;
}

}  // namespace keyrack::bench
