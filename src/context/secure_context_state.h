// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/secure_context.h>

#include <utility>
#include <vector>

#include "base/openssl_ptr.h"
#include "context/session_binding.h"

namespace keyrack {

class SecureContext::State {
 public:
  struct Parts {
    SslCtxPtr context;
    Role role = Role::kClient;
    std::vector<TrustSource> trust;
    bool is_default_trust = false;
    SessionRules session_rules;
  };
  explicit State(Parts parts) : parts_(std::move(parts)) {}

  SSL_CTX* context() const { return parts_.context.get(); }
  Role role() const { return parts_.role; }
  const std::vector<TrustSource>& trust() const { return parts_.trust; }
  bool is_default_trust() const { return parts_.is_default_trust; }
  const SessionRules& session_rules() const { return parts_.session_rules; }

 private:
  Parts parts_;
};

}  // namespace keyrack
