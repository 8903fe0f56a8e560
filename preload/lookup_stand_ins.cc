// SPDX-License-Identifier: Apache-2.0
// The functions that programs call in place of OpenSSL's loaders through look-ups, as Ruby, PHP,
// nginx and openssl itself do.
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
using keyrack::preload::Wanted;

namespace {

bool is_file_command_done(X509_LOOKUP* lookup, int command, const char* file, long type,
                          OSSL_LIB_CTX* context, const char* property_query) {
  if (command != X509_L_FILE_LOAD || Nested::is_now()) return false;
  if (type == X509_FILETYPE_DEFAULT) {
    file = default_file();
  } else if (type != X509_FILETYPE_PEM) {
    return false;
  }
  const Engine* const engine = engine_for(file);
  const Nested nested;
  return engine != nullptr && engine->load_by_lookup(lookup, file, context, property_query) > 0;
}

int with_index(int result, X509_LOOKUP* lookup, int command, const char* uri, OSSL_LIB_CTX* context,
               const char* property_query) {
  const bool is_uri_added = result == 1 && command == X509_L_ADD_STORE;
  const Engine* const engine = is_uri_added ? engine_for(file_of_uri(uri)) : nullptr;
  const Nested nested;
  if (engine != nullptr) engine->index_by_lookup(lookup, file_of_uri(uri), context, property_query);
  return result;
}

int load_objects(X509_LOOKUP* lookup, const char* file, int type, Wanted wanted,
                 OSSL_LIB_CTX* context, const char* property_query) {
  if (type != X509_FILETYPE_PEM) return 0;
  const Engine* const engine = engine_for(file);
  const Nested nested;
  return engine == nullptr ? 0
                           : engine->load_objects(lookup, file, wanted, context, property_query);
}

}  // namespace

extern "C" {

KEYRACK_EXPORT int X509_LOOKUP_ctrl(X509_LOOKUP* lookup, int command, const char* argument,
                                    long number, char** answer) {
  static constinit Original<decltype(X509_LOOKUP_ctrl)> original("X509_LOOKUP_ctrl");
  if (is_file_command_done(lookup, command, argument, number, nullptr, nullptr)) return 1;
  return with_index(original(lookup, command, argument, number, answer), lookup, command, argument,
                    nullptr, nullptr);
}

KEYRACK_EXPORT int X509_LOOKUP_ctrl_ex(X509_LOOKUP* lookup, int command, const char* argument,
                                       long number, char** answer, OSSL_LIB_CTX* context,
                                       const char* property_query) {
  static constinit Original<decltype(X509_LOOKUP_ctrl_ex)> original("X509_LOOKUP_ctrl_ex");
  if (is_file_command_done(lookup, command, argument, number, context, property_query)) return 1;
  return with_index(original(lookup, command, argument, number, answer, context, property_query),
                    lookup, command, argument, context, property_query);
}

KEYRACK_EXPORT int X509_load_cert_file(X509_LOOKUP* lookup, const char* file, int type) {
  static constinit Original<decltype(X509_load_cert_file)> original("X509_load_cert_file");
  const int loaded = load_objects(lookup, file, type, Wanted::kCertificates, nullptr, nullptr);
  return loaded > 0 ? loaded : original(lookup, file, type);
}

KEYRACK_EXPORT int X509_load_cert_file_ex(X509_LOOKUP* lookup, const char* file, int type,
                                          OSSL_LIB_CTX* context, const char* property_query) {
  static constinit Original<decltype(X509_load_cert_file_ex)> original("X509_load_cert_file_ex");
  const int loaded =
      load_objects(lookup, file, type, Wanted::kCertificates, context, property_query);
  return loaded > 0 ? loaded : original(lookup, file, type, context, property_query);
}

KEYRACK_EXPORT int X509_load_cert_crl_file(X509_LOOKUP* lookup, const char* file, int type) {
  static constinit Original<decltype(X509_load_cert_crl_file)> original("X509_load_cert_crl_file");
  const int loaded =
      load_objects(lookup, file, type, Wanted::kCertificatesAndCrls, nullptr, nullptr);
  return loaded > 0 ? loaded : original(lookup, file, type);
}

KEYRACK_EXPORT int X509_load_cert_crl_file_ex(X509_LOOKUP* lookup, const char* file, int type,
                                              OSSL_LIB_CTX* context, const char* property_query) {
  static constinit Original<decltype(X509_load_cert_crl_file_ex)> original(
      "X509_load_cert_crl_file_ex");
  const int loaded =
      load_objects(lookup, file, type, Wanted::kCertificatesAndCrls, context, property_query);
  return loaded > 0 ? loaded : original(lookup, file, type, context, property_query);
}

}  // extern "C"
