// SPDX-License-Identifier: Apache-2.0
#include "preload/engine_loader.h"

#include <dlfcn.h>
#include <openssl/crypto.h>
#include <sys/auxv.h>
#include <sys/stat.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "preload/log.h"
#include "preload/nesting.h"
#include "preload/original.h"

namespace keyrack::preload {
namespace {

// Bytes. Loading the engine costs what libcrypto takes for about five certificates.
constexpr off_t kSmallestFile = 8192;

constinit std::atomic<const Engine*> engine{nullptr};
constinit std::atomic<bool> is_engine_missing{false};

// Whether an environment variable has a value, which it keeps while the process lives.
class Setting {
 public:
  constexpr Setting(const char* name, const char* value) : name_(name), value_(value) {}

  bool is_set() {
    int answer = answer_.load(std::memory_order_relaxed);
    if (answer < 0) {
      const char* const found = ::secure_getenv(name_);
      answer = found != nullptr && std::strcmp(found, value_) == 0 ? 1 : 0;
      answer_.store(answer, std::memory_order_relaxed);
    }
    return answer == 1;
  }

 private:
  const char* name_;
  const char* value_;
  std::atomic<int> answer_{-1};
};

constinit Setting off("KEYRACK_PRELOAD", "off");
constinit Setting peers_shared("KEYRACK_PRELOAD_PEERS", "1");

bool is_wanted() { return ::getauxval(AT_SECURE) == 0 && !off.is_set(); }

bool is_worth_the_while(const char* file) {
  struct stat status{};
  return ::stat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size >= kSmallestFile;
}

// Beside this library. Where its own path is relative, the linker knows from which folder it was.
void* open_engine_file() {
  Dl_info own{};
  char path[4096];
  const char* folder = "$ORIGIN/";
  int size = static_cast<int>(std::strlen(folder));
  if (::dladdr(reinterpret_cast<const void*>(&open_engine_file), &own) != 0 &&
      own.dli_fname[0] == '/') {
    folder = own.dli_fname;
    size = static_cast<int>(std::strrchr(folder, '/') + 1 - folder);
  }
  std::snprintf(path, sizeof path, "%.*s%s", size, folder, KEYRACK_ENGINE_FILE);
  // Lazily: most of what the engine may call, a program never needs. That OpenSSL and libc have it
  // all is known from the versions of their symbols, which the linker checks at once.
  return ::dlopen(path, RTLD_LAZY | RTLD_LOCAL);
}

const Engine* load_engine() {
  static constinit Original<unsigned()> version("OPENSSL_version_major");
  constexpr unsigned kMajor = 3;
  if (version() != kMajor) {
    log("off: not OpenSSL 3");
    return nullptr;
  }
  void* const library = open_engine_file();
  void* const entry = library == nullptr ? nullptr : ::dlsym(library, kEngineEntry);
  if (entry == nullptr) {
    log("off: %s", ::dlerror());
    return nullptr;
  }
  const Engine* const found = reinterpret_cast<EngineEntry*>(entry)(version.address());
  if (found == nullptr) log("off: the program has several libcrypto");
  return found;
}

// Several threads may load it at once, which gives them the same: no lock of this library's is held
// while the dynamic linker holds its own.
const Engine* engine_loaded_now() {
  const Engine* found = engine.load(std::memory_order_acquire);
  if (found != nullptr || is_engine_missing.load(std::memory_order_relaxed)) return found;
  found = load_engine();
  if (found == nullptr) {
    is_engine_missing.store(true, std::memory_order_relaxed);
  } else {
    engine.store(found, std::memory_order_release);
  }
  return found;
}

}  // namespace

const Engine* engine_for(const char* file) {
  if (Nested::is_now() || file == nullptr || !is_wanted()) return nullptr;
  const int error = errno;
  const Nested nested;
  const Engine* const found = is_worth_the_while(file) ? engine_loaded_now() : nullptr;
  errno = error;
  return found;
}

const Engine* engine_for_peers() {
  if (!peers_shared.is_set() || Nested::is_now() || !is_wanted()) return nullptr;
  const int error = errno;
  const Nested nested;
  const Engine* const found = engine_loaded_now();
  errno = error;
  return found;
}

const Engine* loaded_engine(const void* return_address) {
  const Engine* const found = engine.load(std::memory_order_acquire);
  if (found == nullptr || Nested::is_now() || found->own.contains(return_address) ||
      found->libcrypto.contains(return_address)) {
    return nullptr;
  }
  return found;
}

const char* default_file() {
  static constinit Original<const char*()> variable("X509_get_default_cert_file_env");
  static constinit Original<const char*()> built_in("X509_get_default_cert_file");
  const char* const name = variable();
  const char* const named = name == nullptr ? nullptr : ::secure_getenv(name);
  return named != nullptr ? named : built_in();
}

const char* file_of_uri(const char* uri) {
  constexpr const char* kScheme = "file://";
  const bool is_local = uri != nullptr && std::strncmp(uri, kScheme, std::strlen(kScheme)) == 0;
  return is_local ? uri + std::strlen(kScheme) : uri;
}

}  // namespace keyrack::preload
