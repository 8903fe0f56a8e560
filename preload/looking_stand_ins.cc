// SPDX-License-Identifier: Apache-2.0
// The functions that programs call in place of OpenSSL's to look into a store: they see what only
// its index holds.
#include <openssl/x509_vfy.h>

#include "preload/engine_loader.h"
#include "preload/export.h"
#include "preload/original.h"

using keyrack::preload::Engine;
using keyrack::preload::loaded_engine;
using keyrack::preload::Nested;
using keyrack::preload::Original;

namespace {

// What the caller at `return_address` is to see of a store is there from now on.
void complete(const X509_STORE* store, const void* return_address) {
  const Engine* const engine = loaded_engine(return_address);
  const Nested nested;
  if (engine != nullptr && store != nullptr) engine->complete(const_cast<X509_STORE*>(store));
}

// The engine where it knows more than the store of `context` for the caller at `return_address`.
const Engine* serving_engine(const X509_STORE_CTX* context, const void* return_address) {
  const Engine* const engine = loaded_engine(return_address);
  const Nested nested;
  return engine != nullptr && context != nullptr && engine->is_serving(context) ? engine : nullptr;
}

}  // namespace

extern "C" {

// Before it lists a store, a program locks it (Python's get_ca_certs does): then it is too late to
// add anything.
KEYRACK_EXPORT int X509_STORE_lock(X509_STORE* store) {
  static constinit Original<decltype(X509_STORE_lock)> original("X509_STORE_lock");
  complete(store, __builtin_return_address(0));
  return original(store);
}

KEYRACK_EXPORT STACK_OF(X509_OBJECT) * X509_STORE_get0_objects(const X509_STORE* store) {
  static constinit Original<decltype(X509_STORE_get0_objects)> original("X509_STORE_get0_objects");
  complete(store, __builtin_return_address(0));
  return original(store);
}

// From OpenSSL 3.3 on; the headers of earlier ones do not have it.
KEYRACK_EXPORT STACK_OF(X509_OBJECT) * X509_STORE_get1_objects(X509_STORE* store) {
  static constinit Original<decltype(X509_STORE_get1_objects)> original("X509_STORE_get1_objects");
  complete(store, __builtin_return_address(0));
  return original(store);
}

KEYRACK_EXPORT STACK_OF(X509) * X509_STORE_get1_all_certs(X509_STORE* store) {
  static constinit Original<decltype(X509_STORE_get1_all_certs)> original(
      "X509_STORE_get1_all_certs");
  complete(store, __builtin_return_address(0));
  return original(store);
}

KEYRACK_EXPORT int X509_STORE_CTX_get1_issuer(X509** issuer, X509_STORE_CTX* context,
                                              X509* certificate) {
  static constinit Original<decltype(X509_STORE_CTX_get1_issuer)> original(
      "X509_STORE_CTX_get1_issuer");
  const Engine* const engine = serving_engine(context, __builtin_return_address(0));
  if (engine == nullptr) return original(issuer, context, certificate);
  const Nested nested;
  return engine->issuer(issuer, context, certificate);
}

KEYRACK_EXPORT STACK_OF(X509) *
    X509_STORE_CTX_get1_certs(X509_STORE_CTX* context, const X509_NAME* subject) {
  static constinit Original<decltype(X509_STORE_CTX_get1_certs)> original(
      "X509_STORE_CTX_get1_certs");
  const Engine* const engine = serving_engine(context, __builtin_return_address(0));
  if (engine == nullptr) return original(context, subject);
  const Nested nested;
  return engine->certificates(context, subject);
}

}  // extern "C"
