// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/client_connection.h>

#include <string>
#include <utility>

#include "base/digest.h"
#include "base/openssl_ptr.h"

namespace keyrack {

class ClientConnection::State {
 public:
  State(SslPtr ssl, std::string peer, const Sha256& binding)
      : ssl_(std::move(ssl)), peer_(std::move(peer)), binding_(binding) {}

  SSL* ssl() const { return ssl_.get(); }
  SslPtr take() { return std::move(ssl_); }
  const std::string& peer() const { return peer_; }
  // The id of the sessions that may resume here (see session_binding.h).
  const Sha256& binding() const { return binding_; }

 private:
  SslPtr ssl_;
  std::string peer_;
  Sha256 binding_;
};

}  // namespace keyrack
