// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/handshake_input.h"
#include "bench/handshake_pair.h"

namespace keyrack::bench {

// What is shaken hands upon.
struct HandshakeShape {
  int max_version = TLS1_3_VERSION;
  bool is_resumed = false;
  std::size_t threads = 1;  // each with both ends of its own handshakes
};

// One server under handshakes, full or resumed, of which each client asks for the next name.
class HandshakeLoad {
 public:
  // See make_handshake_server(). Each of the first `names` entries is served once, so that what is
  // decrypted when first used has been.
  HandshakeLoad(const std::string& variant, const HandshakeInput& input, std::size_t names,
                const HandshakeShape& shape = {});

  // Handshakes a second of all threads together, measured over a few.
  double rate();

 private:
  struct Client {
    std::size_t next = 0;
    SessionPtr session = nullptr;  // null: full handshakes
  };
  HandshakePair shake_hands(Client& client);

  SslCtxPtr client_;
  SslCtxPtr server_;
  std::size_t names_;
  std::vector<Client> threads_;
};

}  // namespace keyrack::bench
