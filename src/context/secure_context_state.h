// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/secure_context.h>

#include <utility>
#include <vector>

#include "base/openssl_ptr.h"

namespace keyrack {

class SecureContext::State {
 public:
  State(SslCtxPtr context, std::vector<TrustSource> trust, bool is_default_trust)
      : context_(std::move(context)),
        trust_(std::move(trust)),
        is_default_trust_(is_default_trust) {}

  SSL_CTX* context() const { return context_.get(); }
  const std::vector<TrustSource>& trust() const { return trust_; }
  bool is_default_trust() const { return is_default_trust_; }

 private:
  SslCtxPtr context_;
  std::vector<TrustSource> trust_;
  bool is_default_trust_;
};

}  // namespace keyrack
