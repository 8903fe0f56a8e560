// SPDX-License-Identifier: Apache-2.0
#include "preload/engine.h"

#include <openssl/err.h>
#include <pthread.h>

#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "base/counters.h"
#include "base/error_queue.h"
#include "preload/bundle_cache.h"
#include "preload/default_folder.h"
#include "preload/image_range.h"
#include "preload/log.h"
#include "preload/peers.h"
#include "preload/store_loading.h"
#include "trust/store_adapter.h"

namespace keyrack::preload {
namespace {

// Held while a file is loaded, and while the process forks: a child finds nothing half done.
std::mutex loading;

std::shared_ptr<const Bundle> open_bundle(const char* file, std::string& reason) {
  // Never destroyed: programs load and verify until their last moment.
  static auto* const cache = new BundleCache;
  const ErrorQueueGuard guard;
  return cache->open(file, reason);
}

// What use(bundle) gives for the bundle in `file`; 0 or null where libcrypto is to load it.
template <typename Use>
auto with_bundle(const char* file, Use use) noexcept
    -> decltype(use(std::declval<const Bundle&>())) {
  try {
    const std::lock_guard lock(loading);
    std::string reason;
    const auto bundle = open_bundle(file, reason);
    if (!bundle) {
      log("%s: left to libcrypto: %s", file, reason.c_str());
      return {};
    }
    const auto result = use(*bundle);
    if (result) {
      log("%s: indexed %d certificates, %zu CRLs", file, bundle->certificates, bundle->crls.size());
    } else {
      log("%s: left to libcrypto: it or the call is special", file);
    }
    return result;
  } catch (const std::exception& failure) {
    log("%s: left to libcrypto: %s", file, failure.what());
    return {};
  }
}

int load_file(X509_STORE* store, const char* file, OSSL_LIB_CTX* context,
              const char* property_query) {
  if (store == nullptr) return 0;
  return with_bundle(file, [&](const Bundle& bundle) {
    return load_into_store(store, bundle, context, property_query) ? bundle.objects() : 0;
  });
}

// The store of `lookup`, if that is of libcrypto's `method`; or null.
X509_STORE* store_of(X509_LOOKUP* lookup, X509_LOOKUP_METHOD* method) {
  X509_STORE* const store = lookup == nullptr ? nullptr : X509_LOOKUP_get_store(lookup);
  // A store has one look-up of a method: this finds it.
  return store != nullptr && X509_STORE_add_lookup(store, method) == lookup ? store : nullptr;
}

int load_by_lookup(X509_LOOKUP* lookup, const char* file, OSSL_LIB_CTX* context,
                   const char* property_query) {
  return load_file(store_of(lookup, X509_LOOKUP_file()), file, context, property_query);
}

int load_objects(X509_LOOKUP* lookup, const char* file, Wanted wanted, OSSL_LIB_CTX* context,
                 const char* property_query) {
  X509_STORE* const store = lookup == nullptr ? nullptr : X509_LOOKUP_get_store(lookup);
  if (store == nullptr) return 0;
  return with_bundle(file, [&](const Bundle& bundle) {
    // The loader of certificates alone takes what follows the DER of any for trust settings.
    const bool is_same =
        wanted == Wanted::kCertificatesAndCrls || (bundle.is_exact && bundle.crls.empty());
    return is_same && load_into_store(store, bundle, context, property_query) ? bundle.objects()
                                                                              : 0;
  });
}

int index_file(X509_STORE* store, const char* file, OSSL_LIB_CTX* context,
               const char* property_query) {
  if (store == nullptr) return 0;
  return with_bundle(file, [&](const Bundle& bundle) {
    return give_to_store(store, bundle, context, property_query) ? bundle.objects() : 0;
  });
}

int index_by_lookup(X509_LOOKUP* lookup, const char* file, OSSL_LIB_CTX* context,
                    const char* property_query) {
  return index_file(store_of(lookup, X509_LOOKUP_store()), file, context, property_query);
}

int set_default_paths(X509_STORE* store, const char* default_file, OSSL_LIB_CTX* context,
                      const char* property_query) {
  if (load_file(store, default_file, context, property_query) == 0) return 0;
  {
    const ErrorQueueGuard guard;
    X509_LOOKUP* const folder = X509_STORE_add_lookup(store, X509_LOOKUP_hash_dir());
    if (folder == nullptr) return 0;
    X509_LOOKUP_add_dir(folder, nullptr, X509_FILETYPE_DEFAULT);
    if (!add_default_folder(store, context, property_query)) return 0;
  }
  ERR_clear_error();  // as the original does
  return 1;
}

STACK_OF(X509_NAME) * client_ca_names(const char* file) { return with_bundle(file, subjects_of); }

bool is_serving(const X509_STORE_CTX* context) {
  const X509_STORE* const store = X509_STORE_CTX_get0_store(context);
  return store != nullptr && StoreAdapter::is_installed_in(store);
}

void complete(X509_STORE* store) {
  const ErrorQueueGuard guard;
  try {
    const auto added = StoreAdapter::add_all(store);
    if (!added) log("a store cannot be listed in full: %s", added.error().describe().c_str());
  } catch (const std::exception& failure) {
    log("a store cannot be listed in full: %s", failure.what());
  }
}

void log_counters() {
  log("in all: indexed %llu, parsed %llu, shared %llu",
      static_cast<unsigned long long>(counters().certificates_indexed.get()),
      static_cast<unsigned long long>(counters().certificates_parsed.get()),
      static_cast<unsigned long long>(counters().certificates_shared.get()));
}

Engine make_engine(const ImageRange& own, const ImageRange& libcrypto) {
  ::pthread_atfork([] { loading.lock(); }, [] { loading.unlock(); }, [] { loading.unlock(); });
  if (is_logging()) std::atexit(log_counters);
  return {.own = own,
          .libcrypto = libcrypto,
          .load_file = load_file,
          .load_by_lookup = load_by_lookup,
          .load_objects = load_objects,
          .index_file = index_file,
          .index_by_lookup = index_by_lookup,
          .set_default_paths = set_default_paths,
          .client_ca_names = client_ca_names,
          .peer = shared_peer,
          .is_serving = is_serving,
          .issuer = StoreAdapter::get_issuer,
          .certificates = StoreAdapter::lookup_certs,
          .complete = complete};
}

}  // namespace
}  // namespace keyrack::preload

extern "C" [[gnu::visibility("default")]] const keyrack::preload::Engine* keyrack_preload_engine(
    const void* original) {
  using namespace keyrack::preload;
  const ImageRange libcrypto =
      image_of(reinterpret_cast<const void*>(&X509_STORE_set_lookup_certs));
  if (!libcrypto.contains(original)) return nullptr;
  static const Engine engine =
      make_engine(image_of(reinterpret_cast<const void*>(&load_file)), libcrypto);
  return &engine;
}
