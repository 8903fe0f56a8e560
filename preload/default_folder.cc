// SPDX-License-Identifier: Apache-2.0
#include "preload/default_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>

#include "base/error_queue.h"

namespace keyrack::preload {
namespace {

// What a look-up in front of that for stores knows, until it has told it.
struct Folder {
  std::string path;
  OSSL_LIB_CTX* context;
  std::optional<std::string> property_query;
  X509_LOOKUP* stores;  // of the same store
  std::atomic<bool> is_told = false;

  const char* query() const { return property_query ? property_query->c_str() : nullptr; }
};

// libcrypto asks a store's look-ups in the order in which they were added, and holds no lock. Being
// told of a folder it opens it, and takes none.
int tell_and_find(X509_LOOKUP* lookup, X509_LOOKUP_TYPE type, const X509_NAME* subject,
                  X509_OBJECT* found) {
  auto* const folder = static_cast<Folder*>(X509_LOOKUP_get_method_data(lookup));
  if (folder == nullptr || folder->is_told.load(std::memory_order_acquire)) return 0;
  X509_STORE* const store = X509_LOOKUP_get_store(lookup);
  {
    const ErrorQueueGuard guard;
    if (X509_STORE_lock(store) != 1) return 0;
    if (!folder->is_told.load(std::memory_order_relaxed)) {
      X509_LOOKUP_add_store_ex(folder->stores, folder->path.c_str(), folder->context,
                               folder->query());
      folder->is_told.store(true, std::memory_order_release);
    }
    X509_STORE_unlock(store);
  }
  // The program may have added that look-up itself, in front of this one.
  return X509_LOOKUP_by_subject_ex(folder->stores, type, subject, found, folder->context,
                                   folder->query());
}

void free_folder(X509_LOOKUP* lookup) {
  delete static_cast<Folder*>(X509_LOOKUP_get_method_data(lookup));
}

X509_LOOKUP_METHOD* method() {
  // Never freed: stores that use it may outlive main().
  static X509_LOOKUP_METHOD* const made = [] {
    X509_LOOKUP_METHOD* fresh = X509_LOOKUP_meth_new("keyrack default folder");
    if (fresh != nullptr) {
      X509_LOOKUP_meth_set_get_by_subject(fresh, tell_and_find);
      X509_LOOKUP_meth_set_free(fresh, free_folder);
    }
    return fresh;
  }();
  return made;
}

std::string default_folder() {
  const char* const named = ::secure_getenv(X509_get_default_cert_dir_env());
  return named != nullptr ? named : X509_get_default_cert_dir();
}

bool can_be_listed(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         ::access(path.c_str(), R_OK | X_OK) == 0;
}

}  // namespace

bool add_default_folder(X509_STORE* store, OSSL_LIB_CTX* context, const char* property_query) {
  auto folder = std::make_unique<Folder>(default_folder(), context);
  if (property_query != nullptr) folder->property_query = property_query;
  X509_LOOKUP* const first = method() == nullptr ? nullptr : X509_STORE_add_lookup(store, method());
  X509_LOOKUP* const stores = X509_STORE_add_lookup(store, X509_LOOKUP_store());
  if (first == nullptr || stores == nullptr) return false;
  const bool is_taken = X509_LOOKUP_get_method_data(first) != nullptr;
  if (is_taken || !can_be_listed(folder->path)) {
    X509_LOOKUP_add_store_ex(stores, nullptr, context, property_query);
    return true;
  }
  folder->stores = stores;
  return X509_LOOKUP_set_method_data(first, folder.release()) == 1;
}

}  // namespace keyrack::preload
