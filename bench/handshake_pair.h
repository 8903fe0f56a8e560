// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/openssl_ptr.h"

namespace keyrack::bench {

using SessionPtr = OpenSslPtr<SSL_SESSION, SSL_SESSION_free>;

// A client and a server of one thread that talk through memory: one operation of `bench handshake`.
class HandshakePair {
 public:
  HandshakePair(SSL_CTX* client, SSL_CTX* server);

  // A client's: the name it asks for, the session it offers.
  void ask_for(const std::string& name);
  void resume(SSL_SESSION* session);

  // Until both ends have finished. Throws Failure when they cannot, or when whether the session was
  // resumed is not what is expected.
  void shake_hands(bool is_resumed = false);
  SSL* client() const { return client_.get(); }
  // The client's session, once it has read its tickets.
  SessionPtr session();

 private:
  SslPtr client_;
  SslPtr server_;
};

}  // namespace keyrack::bench
