// SPDX-License-Identifier: Apache-2.0
// A program on libcrypto that loads trust from many threads, and in children that it forks.
//
//   preload_stress threads|forks BUNDLE OTHER_BUNDLE LEAF
//
// LEAF is issued by an authority in BUNDLE. Prints "well" when all was.
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <string_view>
#include <thread>
#include <vector>

#include "base/openssl_ptr.h"

using keyrack::BioPtr;
using keyrack::X509Ptr;
using keyrack::X509StoreCtxPtr;
using keyrack::X509StorePtr;

namespace {

struct Files {
  const char* bundle;
  const char* other;
  X509Ptr leaf;
};

bool is_trusted(X509_STORE* store, X509* leaf) {
  const X509StoreCtxPtr verification(X509_STORE_CTX_new());
  return X509_STORE_CTX_init(verification.get(), store, leaf, nullptr) == 1 &&
         X509_verify_cert(verification.get()) == 1;
}

int listed(X509_STORE* store) {
  X509_STORE_lock(store);
  const int count = sk_X509_OBJECT_num(X509_STORE_get0_objects(store));
  X509_STORE_unlock(store);
  return count;
}

bool is_well(const Files& files) {
  const X509StorePtr store(X509_STORE_new());
  if (X509_STORE_load_file(store.get(), files.other) != 1) return false;
  if (is_trusted(store.get(), files.leaf.get())) return false;
  if (X509_STORE_load_file(store.get(), files.bundle) != 1) return false;
  return is_trusted(store.get(), files.leaf.get());
}

// One store that grows while others verify with it and list it.
bool is_well_shared(const Files& files, int threads) {
  const X509StorePtr store(X509_STORE_new());
  std::atomic<int> failures = X509_STORE_load_file(store.get(), files.bundle) == 1 ? 0 : 1;
  {
    std::vector<std::jthread> others;
    for (int i = 0; i < threads; ++i) {
      others.emplace_back([&, i] {
        for (int round = 0; round < 20; ++round) {
          if (!is_trusted(store.get(), files.leaf.get())) ++failures;
        }
        if (i == 0 && listed(store.get()) == 0) ++failures;
      });
    }
    if (X509_STORE_load_file(store.get(), files.other) != 1) ++failures;
  }
  return failures == 0 && is_trusted(store.get(), files.leaf.get());
}

bool try_threads(const Files& files) {
  constexpr int kThreads = 8;
  constexpr int kRounds = 10;
  std::atomic<int> failures = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&] {
        for (int round = 0; round < kRounds; ++round) failures += is_well(files) ? 0 : 1;
      });
    }
  }
  for (int round = 0; round < kRounds; ++round) failures += is_well_shared(files, 4) ? 0 : 1;
  return failures == 0;
}

// Children that use what their parent has loaded, and load again, all at once. The parent's other
// threads are through: a child that was forked while one of them was inside libcrypto may find
// libcrypto locked for ever, with the preload library or without.
bool try_forks(const Files& files) {
  constexpr int kChildren = 20;
  constexpr unsigned kSecondsToLive = 60;
  if (!try_threads(files)) return false;
  const X509StorePtr store(X509_STORE_new());
  if (X509_STORE_load_file(store.get(), files.bundle) != 1) return false;
  for (int i = 0; i < kChildren; ++i) {
    if (::fork() != 0) continue;
    ::alarm(kSecondsToLive);
    const bool is_inherited = is_trusted(store.get(), files.leaf.get());
    ::_exit(is_inherited && is_well(files) && listed(store.get()) != 0 ? 0 : 1);
  }
  int failures = 0;
  for (int i = 0; i < kChildren; ++i) {
    int status = -1;
    if (::wait(&status) < 0 || status != 0) ++failures;
  }
  return failures == 0;
}

X509Ptr read_certificate(const char* file) {
  const BioPtr in(BIO_new_file(file, "rb"));
  return X509Ptr(in ? PEM_read_bio_X509(in.get(), nullptr, nullptr, nullptr) : nullptr);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const Files files{argv[2], argv[3], read_certificate(argv[4])};
  const bool is_fine =
      argv[1] == std::string_view("threads") ? try_threads(files) : try_forks(files);
  if (!is_fine) return 1;
  std::puts("well");
  return 0;
}
