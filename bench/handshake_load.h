// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "bench/handshake_input.h"
#include "bench/handshake_pair.h"

namespace keyrack::bench {

// One server under handshakes, full or resumed, of which each client asks for the next name.
class HandshakeLoad {
 public:
  // See make_handshake_server(). Each of the first `names` entries is served once, so that what is
  // decrypted when first used has been.
  HandshakeLoad(const std::string& variant, const HandshakeInput& input, std::size_t names,
                int max_version, bool is_resumed);

  // Handshakes a second, measured over a few.
  double rate();

 private:
  HandshakePair shake_hands();

  SslCtxPtr client_;
  SslCtxPtr server_;
  std::size_t names_;
  std::size_t next_ = 0;
  SessionPtr session_;  // null: full handshakes
};

}  // namespace keyrack::bench
