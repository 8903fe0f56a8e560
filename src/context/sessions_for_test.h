// SPDX-License-Identifier: Apache-2.0
// What the tests of resumption share.
#pragma once

#include <keyrack/openssl.h>

#include <cstddef>
#include <functional>

#include "base/openssl_ptr.h"
#include "tests/support/handshake.h"
#include "tests/support/memory_handshake.h"

namespace keyrack::testing {

using SessionPtr = OpenSslPtr<SSL_SESSION, SSL_SESSION_free>;

// A full handshake with "localhost", then the newest session that it left the client; null: none
// that can resume.
inline SessionPtr session_from(const SecureContext& client, const SecureContext& server) {
  Handshake hands = shake_hands(native(client), native(server));
  if (!hands.is_connected) return nullptr;
  // What is freed without a shutdown counts as failed, and its session is not resumed.
  hands.client.shut_down();
  hands.server.shut_down();
  SessionPtr session(SSL_get1_session(hands.client.ssl()));
  return session && SSL_SESSION_is_resumable(session.get()) == 1 ? std::move(session) : nullptr;
}

// Whether `server` takes `session` back from `client`. Offers a copy: libssl marks what it used.
inline bool resumes(const SecureContext& client, const SecureContext& server,
                    SSL_SESSION* session) {
  const SessionPtr copy(SSL_SESSION_dup(session));
  Handshake hands = shake_hands(native(client), native(server), [&](SSL* ssl) {
    call_host(ssl, "localhost");
    SSL_set_session(ssl, copy.get());
  });
  EXPECT_TRUE(hands.is_connected) << hands.client.error() << " / " << hands.server.error();
  hands.client.shut_down();
  hands.server.shut_down();
  return SSL_session_reused(hands.client.ssl()) == 1;
}

// How many tickets a client gets after a full handshake.
inline std::size_t tickets_from(const SecureContext& server) {
  const SslCtxPtr client = make_client_context();
  SSL_CTX_set_session_cache_mode(client.get(), SSL_SESS_CACHE_CLIENT);
  std::size_t count = 0;
  SSL_CTX_set_app_data(client.get(), &count);
  SSL_CTX_sess_set_new_cb(client.get(), [](SSL* ssl, SSL_SESSION*) {
    ++*static_cast<std::size_t*>(SSL_CTX_get_app_data(SSL_get_SSL_CTX(ssl)));
    return 0;
  });
  MemoryHandshake handshake(client.get(), native(server));
  handshake.run();
  handshake.drain();
  return count;
}

}  // namespace keyrack::testing
