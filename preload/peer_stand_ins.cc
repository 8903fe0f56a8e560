// SPDX-License-Identifier: Apache-2.0
// The function with which libssl reads the certificates that peers send, for programs that want
// equal ones to be shared.
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <atomic>

#include "preload/engine_loader.h"
#include "preload/export.h"
#include "preload/image_range.h"
#include "preload/original.h"

using keyrack::preload::Engine;
using keyrack::preload::engine_for_peers;
using keyrack::preload::image_of;
using keyrack::preload::ImageRange;
using keyrack::preload::Nested;
using keyrack::preload::Original;

namespace {

// A certificate belongs to a library context, and nothing tells to which: they are shared while
// every SSL_CTX of the process is of the default one.
constinit std::atomic<bool> has_other_contexts{false};

bool is_in_libssl(const void* address) {
  static constinit Original<void()> any_function("SSL_CTX_new");
  static constinit std::atomic<const void*> begin{nullptr};
  static constinit std::atomic<const void*> end{nullptr};
  if (end.load(std::memory_order_acquire) == nullptr) {
    const void* const function = any_function.address();
    if (function == nullptr) return false;
    const ImageRange libssl = image_of(function);
    begin.store(libssl.begin, std::memory_order_relaxed);
    end.store(libssl.end, std::memory_order_release);
  }
  return ImageRange{begin.load(std::memory_order_relaxed), end.load(std::memory_order_relaxed)}
      .contains(address);
}

}  // namespace

extern "C" {

KEYRACK_EXPORT X509* d2i_X509(X509** certificate, const unsigned char** at, long size) {
  static constinit Original<decltype(d2i_X509)> original("d2i_X509");
  const Engine* const engine =
      has_other_contexts.load(std::memory_order_relaxed) ? nullptr : engine_for_peers();
  if (engine != nullptr && is_in_libssl(__builtin_return_address(0))) {
    const Nested nested;
    X509* const shared = engine->peer(certificate, at, size);
    if (shared != nullptr) return shared;
  }
  return original(certificate, at, size);
}

KEYRACK_EXPORT SSL_CTX* SSL_CTX_new_ex(OSSL_LIB_CTX* context, const char* property_query,
                                       const SSL_METHOD* method) {
  static constinit Original<decltype(SSL_CTX_new_ex)> original("SSL_CTX_new_ex");
  if (context != nullptr || property_query != nullptr) {
    has_other_contexts.store(true, std::memory_order_relaxed);
  }
  return original(context, property_query, method);
}

}  // extern "C"
