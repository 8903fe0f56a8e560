// SPDX-License-Identifier: Apache-2.0
// The functions that programs call in place of OpenSSL's loaders of stores. Each asks the engine
// where there is something to gain and calls the original in every other case. libssl's loaders
// (SSL_CTX_load_verify_file, SSL_CTX_set_default_verify_paths, ...) need none of their own: they
// call these. Neither do folders, of which libcrypto itself reads the files that it needs.
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

#include "preload/engine_loader.h"
#include "preload/export.h"
#include "preload/original.h"

using keyrack::preload::default_file;
using keyrack::preload::Engine;
using keyrack::preload::engine_for;
using keyrack::preload::file_of_uri;
using keyrack::preload::Nested;
using keyrack::preload::Original;

namespace {

bool is_loaded(X509_STORE* store, const char* file, OSSL_LIB_CTX* context,
               const char* property_query) {
  const Engine* const engine = engine_for(file);
  const Nested nested;
  return engine != nullptr && engine->load_file(store, file, context, property_query) > 0;
}

bool are_default_paths_set(X509_STORE* store, OSSL_LIB_CTX* context, const char* property_query) {
  if (Nested::is_now()) return false;
  const char* const file = default_file();
  const Engine* const engine = engine_for(file);
  const Nested nested;
  return engine != nullptr && engine->set_default_paths(store, file, context, property_query) > 0;
}

// libcrypto reads the whole file behind a URI whenever it finds no issuer in memory. What the index
// has, it need not look for.
int with_index(int result, X509_STORE* store, const char* uri, OSSL_LIB_CTX* context,
               const char* property_query) {
  const Engine* const engine = result == 1 ? engine_for(file_of_uri(uri)) : nullptr;
  const Nested nested;
  if (engine != nullptr) engine->index_file(store, file_of_uri(uri), context, property_query);
  return result;
}

STACK_OF(X509_NAME) * client_ca_names(const char* file) {
  const Engine* const engine = engine_for(file);
  const Nested nested;
  return engine == nullptr ? nullptr : engine->client_ca_names(file);
}

}  // namespace

extern "C" {

KEYRACK_EXPORT int X509_STORE_load_file(X509_STORE* store, const char* file) {
  static constinit Original<decltype(X509_STORE_load_file)> original("X509_STORE_load_file");
  return is_loaded(store, file, nullptr, nullptr) ? 1 : original(store, file);
}

KEYRACK_EXPORT int X509_STORE_load_file_ex(X509_STORE* store, const char* file,
                                           OSSL_LIB_CTX* context, const char* property_query) {
  static constinit Original<decltype(X509_STORE_load_file_ex)> original("X509_STORE_load_file_ex");
  return is_loaded(store, file, context, property_query)
             ? 1
             : original(store, file, context, property_query);
}

KEYRACK_EXPORT int X509_STORE_load_locations(X509_STORE* store, const char* file,
                                             const char* folder) {
  static constinit Original<decltype(X509_STORE_load_locations)> original(
      "X509_STORE_load_locations");
  static constinit Original<decltype(X509_STORE_load_path)> load_path("X509_STORE_load_path");
  if (!is_loaded(store, file, nullptr, nullptr)) return original(store, file, folder);
  return folder == nullptr ? 1 : load_path(store, folder);
}

KEYRACK_EXPORT int X509_STORE_load_locations_ex(X509_STORE* store, const char* file,
                                                const char* folder, OSSL_LIB_CTX* context,
                                                const char* property_query) {
  static constinit Original<decltype(X509_STORE_load_locations_ex)> original(
      "X509_STORE_load_locations_ex");
  static constinit Original<decltype(X509_STORE_load_path)> load_path("X509_STORE_load_path");
  if (!is_loaded(store, file, context, property_query)) {
    return original(store, file, folder, context, property_query);
  }
  return folder == nullptr ? 1 : load_path(store, folder);
}

KEYRACK_EXPORT int X509_STORE_load_store(X509_STORE* store, const char* uri) {
  static constinit Original<decltype(X509_STORE_load_store)> original("X509_STORE_load_store");
  return with_index(original(store, uri), store, uri, nullptr, nullptr);
}

KEYRACK_EXPORT int X509_STORE_load_store_ex(X509_STORE* store, const char* uri,
                                            OSSL_LIB_CTX* context, const char* property_query) {
  static constinit Original<decltype(X509_STORE_load_store_ex)> original(
      "X509_STORE_load_store_ex");
  return with_index(original(store, uri, context, property_query), store, uri, context,
                    property_query);
}

KEYRACK_EXPORT int X509_STORE_set_default_paths(X509_STORE* store) {
  static constinit Original<decltype(X509_STORE_set_default_paths)> original(
      "X509_STORE_set_default_paths");
  return are_default_paths_set(store, nullptr, nullptr) ? 1 : original(store);
}

KEYRACK_EXPORT int X509_STORE_set_default_paths_ex(X509_STORE* store, OSSL_LIB_CTX* context,
                                                   const char* property_query) {
  static constinit Original<decltype(X509_STORE_set_default_paths_ex)> original(
      "X509_STORE_set_default_paths_ex");
  return are_default_paths_set(store, context, property_query)
             ? 1
             : original(store, context, property_query);
}

KEYRACK_EXPORT STACK_OF(X509_NAME) * SSL_load_client_CA_file(const char* file) {
  static constinit Original<decltype(SSL_load_client_CA_file)> original("SSL_load_client_CA_file");
  STACK_OF(X509_NAME)* const names = client_ca_names(file);
  return names != nullptr ? names : original(file);
}

KEYRACK_EXPORT STACK_OF(X509_NAME) * SSL_load_client_CA_file_ex(const char* file,
                                                                OSSL_LIB_CTX* context,
                                                                const char* property_query) {
  static constinit Original<decltype(SSL_load_client_CA_file_ex)> original(
      "SSL_load_client_CA_file_ex");
  STACK_OF(X509_NAME)* const names = client_ca_names(file);
  return names != nullptr ? names : original(file, context, property_query);
}

}  // extern "C"
