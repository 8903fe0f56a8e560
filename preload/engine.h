// SPDX-License-Identifier: Apache-2.0
// What the stand-ins ask of the engine: the shared object that holds keyrack and is loaded when a
// program first loads trust worth the while. Nothing throws across this border.
#pragma once

#include <openssl/x509_vfy.h>

namespace keyrack::preload {

// The addresses that a shared object occupies.
struct ImageRange {
  const void* begin = nullptr;
  const void* end = nullptr;
  bool contains(const void* address) const { return begin <= address && address < end; }
};

// Which objects of a file the original loads.
enum class Wanted : int { kCertificates, kCertificatesAndCrls };

struct Engine {
  // Where calls come from that must reach the originals: this engine's own, and libcrypto's, which
  // may hold the store's lock.
  ImageRange own;
  ImageRange libcrypto;

  // Each of these does what the original of the same purpose does for a PEM file, or answers 0 (or
  // null) and has changed nothing: then the original must be called. Borrow their arguments. Any
  // thread.

  // Certificates and CRLs, which end up in `store`.
  int (*load_file)(X509_STORE* store, const char* file, OSSL_LIB_CTX* context,
                   const char* property_query);
  // What `lookup` does with a file command, if that is libcrypto's method for files.
  int (*load_by_lookup)(X509_LOOKUP* lookup, const char* file, OSSL_LIB_CTX* context,
                        const char* property_query);
  // Into the store of `lookup`, of whatever method. The number of objects loaded.
  int (*load_objects)(X509_LOOKUP* lookup, const char* file, Wanted wanted, OSSL_LIB_CTX* context,
                      const char* property_query);
  // The same for a store that knows the file by its URI, and reads it whenever it finds no issuer:
  // it finds what is in the file without. Leaves the error queue as it was.
  int (*index_file)(X509_STORE* store, const char* file, OSSL_LIB_CTX* context,
                    const char* property_query);
  // What `lookup` does with the URI of a file, if that is libcrypto's method for stores.
  int (*index_by_lookup)(X509_LOOKUP* lookup, const char* file, OSSL_LIB_CTX* context,
                         const char* property_query);
  // `default_file` is the file part of the default paths.
  int (*set_default_paths)(X509_STORE* store, const char* default_file, OSSL_LIB_CTX* context,
                           const char* property_query);
  // The caller owns the list.
  STACK_OF(X509_NAME) * (*client_ca_names)(const char* file);

  // d2i_X509 for what a peer sent, with equal bytes sharing one certificate.
  X509* (*peer)(X509** certificate, const unsigned char** at, long size);

  // Whether the store of `context` has trust that its own memory does not hold.
  bool (*is_serving)(const X509_STORE_CTX* context);
  // X509_STORE_CTX_get1_issuer and X509_STORE_CTX_get1_certs for such a one.
  int (*issuer)(X509** issuer, X509_STORE_CTX* context, X509* certificate);
  STACK_OF(X509) * (*certificates)(X509_STORE_CTX* context, const X509_NAME* subject);

  // Puts everything that the store only knows of into the store itself.
  void (*complete)(X509_STORE* store);
};

// The name under which the engine exports its one function, which gives null where the engine
// cannot work: when its libcrypto is not the one that `original`, a function's address, lies in.
inline constexpr char kEngineEntry[] = "keyrack_preload_engine";
using EngineEntry = const Engine*(const void* original);

}  // namespace keyrack::preload
