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

// What a server says to a client that trusts it: "keyrack-ok", as its protocol says it.
enum class Protocol { kHttp, kPostgres };

// Serves one connection after the other on a thread of its own until it goes.
class TlsServer {
 public:
  // Presents `leaf`, borrowed for the call.
  TlsServer(const TestCertificate& leaf, Protocol protocol);
  ~TlsServer();
  TlsServer(const TlsServer&) = delete;
  TlsServer& operator=(const TlsServer&) = delete;

  std::uint16_t port() const { return listener_.port(); }

 private:
  void serve();
  void answer_http(TlsEnd& client);
  void answer_postgres(TlsEnd& client);

  Protocol protocol_;
  SslCtxPtr context_;
  Listener listener_;
  std::atomic<bool> is_over_ = false;
  std::thread thread_;
};

}  // namespace keyrack::testing
