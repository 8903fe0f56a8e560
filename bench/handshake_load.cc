// SPDX-License-Identifier: Apache-2.0
#include "bench/handshake_load.h"

#include <utility>

#include "bench/failure.h"
#include "bench/sampling.h"
#include "bench/thread_rate.h"

namespace keyrack::bench {
namespace {

// So many that a sample takes some milliseconds.
constexpr std::size_t kFullASample = 8;
constexpr std::size_t kResumedASample = 64;
// ... and that starting threads for it does not count.
constexpr std::size_t kTimesWithThreads = 2;

SslCtxPtr make_client(int max_version) {
  SslCtxPtr context(SSL_CTX_new(TLS_client_method()));
  must(context && SSL_CTX_set_max_proto_version(context.get(), max_version) == 1, "SSL_CTX_new");
  return context;
}

}  // namespace

HandshakeLoad::HandshakeLoad(const std::string& variant, const HandshakeInput& input,
                             std::size_t names, const HandshakeShape& shape)
    : client_(make_client(shape.max_version)),
      server_(make_handshake_server(variant, input, shape.max_version)),
      names_(names) {
  for (std::size_t thread = 0; thread < shape.threads; ++thread) {
    Client& client = threads_.emplace_back();
    SessionPtr session;
    const std::size_t handshakes = thread == 0 ? names_ : 1;
    for (std::size_t i = 0; i < handshakes; ++i) session = shake_hands(client).session();
    if (shape.is_resumed) client.session = std::move(session);
  }
}

double HandshakeLoad::rate() {
  const std::size_t count = threads_.front().session ? kResumedASample : kFullASample;
  if (threads_.size() == 1) {
    const double us = time_us([&] {
      for (std::size_t i = 0; i < count; ++i) shake_hands(threads_.front());
    });
    return static_cast<double>(count) * 1e6 / us;
  }
  std::vector<Work> work;
  for (Client& client : threads_) work.push_back([this, &client] { shake_hands(client); });
  return thread_rate(work, count * kTimesWithThreads);
}

HandshakePair HandshakeLoad::shake_hands(Client& client) {
  HandshakePair pair(client_.get(), server_.get());
  pair.ask_for(HandshakeInput::name(client.next++ % names_));
  if (client.session) pair.resume(client.session.get());
  pair.shake_hands(client.session != nullptr);
  return pair;
}

}  // namespace keyrack::bench
