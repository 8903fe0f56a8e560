// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include "bench/context_case.h"

namespace keyrack::bench {

// One way of making TLS contexts.
class ContextMaker {
 public:
  virtual ~ContextMaker() = default;
  virtual void prepare() {}    // before each context, unmeasured
  virtual void make() = 0;     // a context, which is kept
  virtual void release() = 0;  // all that were made, unmeasured
};

// `variant` is one of:
//   bare         SSL_CTX_new and nothing else
//   openssl-old  as Node.js before its pull request 56301: each context that is given CAs gets a
//                store of its own with all default roots (parsed once in a process), then the CAs
//   openssl-pr   as that pull request: only the CAs
//   keyrack
// Without CAs both openssl variants share one store of default roots, as Node.js does.
std::unique_ptr<ContextMaker> make_context_maker(std::string_view variant, const ContextCase& which,
                                                 const ContextInputs& inputs);

std::unique_ptr<ContextMaker> make_keyrack_context_maker(const ContextCase& which,
                                                         const ContextInputs& inputs);

}  // namespace keyrack::bench
