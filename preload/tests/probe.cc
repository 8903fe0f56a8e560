// SPDX-License-Identifier: Apache-2.0
// A program on libssl that knows nothing of keyrack: loads FILE in every way that OpenSSL has and
// prints all that a program can see of it. The tests compare what it prints with the preload
// library and without. LEAF is verified against each store. SSL_CERT_DIR is the default folder.
//
//   preload_probe FILE LEAF
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <vector>

#include "base/openssl_ptr.h"

using keyrack::BioPtr;
using keyrack::SslCtxPtr;
using keyrack::X509Ptr;
using keyrack::X509StackPtr;
using keyrack::X509StoreCtxPtr;
using keyrack::X509StorePtr;

namespace {

void free_names(STACK_OF(X509_NAME) * list) { sk_X509_NAME_pop_free(list, X509_NAME_free); }

using NamesPtr = keyrack::OpenSslPtr<STACK_OF(X509_NAME), free_names>;
using ObjectPtr = keyrack::OpenSslPtr<X509_OBJECT, X509_OBJECT_free>;

X509Ptr read_certificate(const char* file) {
  const BioPtr in(BIO_new_file(file, "rb"));
  X509Ptr certificate(in ? PEM_read_bio_X509(in.get(), nullptr, nullptr, nullptr) : nullptr);
  if (!certificate) std::exit(2);
  return certificate;
}

void print_errors() {
  const char* data = nullptr;
  int flags = 0;
  while (const unsigned long code = ERR_get_error_all(nullptr, nullptr, nullptr, &data, &flags)) {
    const bool is_text = (flags & ERR_TXT_STRING) != 0;
    std::printf("  error %lx %s\n", code, is_text ? data : "");
  }
}

void print_verdict(X509_STORE* store, X509* leaf, unsigned long flags) {
  const X509StoreCtxPtr verification(X509_STORE_CTX_new());
  X509_STORE_CTX_init(verification.get(), store, leaf, nullptr);
  X509_STORE_CTX_set_flags(verification.get(), flags);
  X509_STORE_CTX_set_default(verification.get(), "ssl_server");
  const int good = X509_verify_cert(verification.get());
  std::printf("  verify %lx: %d %d at %d, chain of %d\n", flags, good,
              X509_STORE_CTX_get_error(verification.get()),
              X509_STORE_CTX_get_error_depth(verification.get()),
              good == 1 ? sk_X509_num(X509_STORE_CTX_get0_chain(verification.get())) : 0);
  ERR_clear_error();
}

// As code does it that goes around the callbacks.
void print_look_up(X509_STORE* store, X509* leaf) {
  const X509StoreCtxPtr verification(X509_STORE_CTX_new());
  X509_STORE_CTX_init(verification.get(), store, leaf, nullptr);
  const ObjectPtr found(X509_STORE_CTX_get_obj_by_subject(verification.get(), X509_LU_X509,
                                                          X509_get_issuer_name(leaf)));
  X509* issuer = nullptr;
  const int has_issuer = X509_STORE_CTX_get1_issuer(&issuer, verification.get(), leaf);
  X509_free(issuer);
  std::printf("  by subject: %d, issuer: %d\n", found != nullptr, has_issuer);
  ERR_clear_error();
}

void print_list(X509_STORE* store) {
  X509_STORE_lock(store);
  const STACK_OF(X509_OBJECT)* const objects = X509_STORE_get0_objects(store);
  unsigned long sum = 0;
  for (int i = 0; i < sk_X509_OBJECT_num(objects); ++i) {
    X509* const certificate = X509_OBJECT_get0_X509(sk_X509_OBJECT_value(objects, i));
    if (certificate != nullptr) sum += X509_issuer_and_serial_hash(certificate);
  }
  std::printf("  objects: %d, sum %lx\n", sk_X509_OBJECT_num(objects), sum);
  X509_STORE_unlock(store);
}

void print_store(X509_STORE* store, X509* leaf) {
  print_errors();
  print_verdict(store, leaf, 0);
  print_verdict(store, leaf, X509_V_FLAG_CRL_CHECK);
  print_look_up(store, leaf);
  print_list(store);
  const X509StackPtr all(X509_STORE_get1_all_certs(store));
  std::printf("  all: %d\n", all ? sk_X509_num(all.get()) : -1);
  print_verdict(store, leaf, 0);
  ERR_clear_error();
}

using Load = int (*)(X509_STORE* store, const char* file);

int by_lookup(X509_STORE* store, const char* file, long type) {
  return X509_LOOKUP_load_file(X509_STORE_add_lookup(store, X509_LOOKUP_file()), file, type);
}
X509_LOOKUP* file_lookup(X509_STORE* store) {
  return X509_STORE_add_lookup(store, X509_LOOKUP_file());
}

// Loads with a call of libssl, into the store of a context.
template <typename Call>
int by_context(X509_STORE* store, Call call) {
  const SslCtxPtr context(SSL_CTX_new(TLS_client_method()));
  SSL_CTX_set1_cert_store(context.get(), store);
  return call(context.get());
}

struct Way {
  const char* name;
  Load load;
};
const Way kWays[] = {
    {"load_file", [](X509_STORE* s, const char* f) { return X509_STORE_load_file(s, f); }},
    {"load_file_ex",
     [](X509_STORE* s, const char* f) { return X509_STORE_load_file_ex(s, f, nullptr, ""); }},
    {"load_file_ex with a property query",
     [](X509_STORE* s, const char* f) {
       return X509_STORE_load_file_ex(s, f, nullptr, "provider=default");
     }},
    {"load_locations",
     [](X509_STORE* s, const char* f) { return X509_STORE_load_locations(s, f, nullptr); }},
    {"load_locations with a folder",
     [](X509_STORE* s, const char* f) { return X509_STORE_load_locations(s, f, "/"); }},
    {"load_locations_ex with a folder",
     [](X509_STORE* s, const char* f) {
       return X509_STORE_load_locations_ex(s, f, "/", nullptr, nullptr);
     }},
    {"load_locations of nothing",
     [](X509_STORE* s, const char*) { return X509_STORE_load_locations(s, nullptr, nullptr); }},
    {"load_path", [](X509_STORE* s, const char* f) { return X509_STORE_load_path(s, f); }},
    {"load_store", [](X509_STORE* s, const char* f) { return X509_STORE_load_store(s, f); }},
    {"load_store_ex",
     [](X509_STORE* s, const char* f) {
       return X509_STORE_load_store_ex(s, ("file://" + std::string(f)).c_str(), nullptr, "");
     }},
    {"LOOKUP of stores",
     [](X509_STORE* s, const char* f) {
       return X509_LOOKUP_add_store(X509_STORE_add_lookup(s, X509_LOOKUP_store()), f);
     }},
    {"load_verify_store",
     [](X509_STORE* s, const char* f) {
       return by_context(s, [f](SSL_CTX* c) { return SSL_CTX_load_verify_store(c, f); });
     }},
    {"set_default_paths",
     [](X509_STORE* s, const char*) { return X509_STORE_set_default_paths(s); }},
    {"set_default_paths_ex",
     [](X509_STORE* s, const char*) {
       return X509_STORE_set_default_paths_ex(s, nullptr, nullptr);
     }},
    {"LOOKUP file, PEM",
     [](X509_STORE* s, const char* f) { return by_lookup(s, f, X509_FILETYPE_PEM); }},
    {"LOOKUP file, default",
     [](X509_STORE* s, const char* f) { return by_lookup(s, f, X509_FILETYPE_DEFAULT); }},
    {"LOOKUP file, DER",
     [](X509_STORE* s, const char* f) { return by_lookup(s, f, X509_FILETYPE_ASN1); }},
    {"LOOKUP file, no type", [](X509_STORE* s, const char* f) { return by_lookup(s, f, 77); }},
    {"LOOKUP of folders, file command",
     [](X509_STORE* s, const char* f) {
       X509_LOOKUP* const folders = X509_STORE_add_lookup(s, X509_LOOKUP_hash_dir());
       return X509_LOOKUP_load_file(folders, f, X509_FILETYPE_PEM);
     }},
    {"load_cert_file",
     [](X509_STORE* s, const char* f) {
       return X509_load_cert_file(file_lookup(s), f, X509_FILETYPE_PEM);
     }},
    {"load_cert_file, DER",
     [](X509_STORE* s, const char* f) {
       return X509_load_cert_file(file_lookup(s), f, X509_FILETYPE_ASN1);
     }},
    {"load_cert_crl_file",
     [](X509_STORE* s, const char* f) {
       return X509_load_cert_crl_file(file_lookup(s), f, X509_FILETYPE_PEM);
     }},
    {"twice",
     [](X509_STORE* s, const char* f) {
       return X509_STORE_load_file(s, f) + 2 * X509_load_cert_crl_file(file_lookup(s), f, 1);
     }},
    {"load_verify_file",
     [](X509_STORE* s, const char* f) {
       return by_context(s, [f](SSL_CTX* c) { return SSL_CTX_load_verify_file(c, f); });
     }},
    {"load_verify_locations",
     [](X509_STORE* s, const char* f) {
       return by_context(s,
                         [f](SSL_CTX* c) { return SSL_CTX_load_verify_locations(c, f, "/tmp"); });
     }},
    {"set_default_verify_paths",
     [](X509_STORE* s, const char*) {
       return by_context(s, [](SSL_CTX* c) { return SSL_CTX_set_default_verify_paths(c); });
     }},
    {"set_default_verify_file",
     [](X509_STORE* s, const char*) {
       return by_context(s, [](SSL_CTX* c) { return SSL_CTX_set_default_verify_file(c); });
     }},
};

void try_way(const Way& way, const char* file, X509* leaf, X509* added_before) {
  const X509StorePtr store(X509_STORE_new());
  if (added_before != nullptr) X509_STORE_add_cert(store.get(), added_before);
  // What is in the queue before a call may be cleared by it or not.
  ERR_raise(ERR_LIB_USER, 42);
  errno = 0;
  const int loaded = way.load(store.get(), file);
  const int error = errno;
  std::printf("%s: %d, errno %d\n", way.name, loaded, loaded > 0 ? 0 : error);
  print_store(store.get(), leaf);
}

void print_client_names(const char* file) {
  ERR_raise(ERR_LIB_USER, 42);
  const NamesPtr names(SSL_load_client_CA_file(file));
  std::printf("client CA names: %d\n", names ? sk_X509_NAME_num(names.get()) : -1);
  print_errors();
  for (int i = 0; names && i < sk_X509_NAME_num(names.get()); ++i) {
    const X509_NAME* const name = sk_X509_NAME_value(names.get(), i);
    std::printf("  %lx\n", X509_NAME_hash_ex(name, nullptr, nullptr, nullptr));
  }
}

// One after the other in the same process, where files and certificates are shared.
void try_all(const char* file, X509* leaf) {
  for (const Way& way : kWays) try_way(way, file, leaf, nullptr);
  // A certificate of another key under the issuer's name must not hide the indexed one.
  X509* const namesake = X509_dup(leaf);
  X509_set_subject_name(namesake, X509_get_issuer_name(leaf));
  try_way(kWays[0], file, leaf, namesake);
  X509_free(namesake);
  print_client_names(file);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const X509Ptr leaf = read_certificate(argv[2]);
  ::setenv("SSL_CERT_FILE", argv[1], 1);
  ::setenv("SSL_CERT_DIR", "/nonexistent", 0);
  try_all(argv[1], leaf.get());
  return 0;
}
