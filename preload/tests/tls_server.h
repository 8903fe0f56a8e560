// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

#include "base/openssl_ptr.h"
#include "tests/support/certificate_maker.h"
#include "tests/support/handshake.h"
#include "tests/support/loopback.h"

namespace keyrack::testing {

// Answers "keyrack-ok" to every HTTP request, one connection after the other, on a thread of its
// own until it goes.
class TlsServer {
 public:
  // Presents `leaf`, borrowed for the call.
  explicit TlsServer(const TestCertificate& leaf);
  ~TlsServer();
  TlsServer(const TlsServer&) = delete;
  TlsServer& operator=(const TlsServer&) = delete;

  std::uint16_t port() const { return listener_.port(); }

 private:
  void serve();
  void answer(TlsEnd& client);

  SslCtxPtr context_;
  Listener listener_;
  std::atomic<bool> is_over_ = false;
  std::thread thread_;
};

}  // namespace keyrack::testing
