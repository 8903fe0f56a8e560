// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/trust_store.h>

#include <filesystem>
#include <string>

#include "base/openssl_ptr.h"
#include "bench/scratch_folder.h"

namespace keyrack::bench {

// A bundle with one more root, and a certificate of that root's to verify.
struct TrustInput {
  ScratchFolder folder;
  std::string pem;             // the bundle
  std::filesystem::path file;  // the same text
  X509Ptr leaf;

  explicit TrustInput(const std::string& bundle_pem);
};

// Plain OpenSSL: a new store with every certificate of `file`.
X509StorePtr load_openssl_store(const std::filesystem::path& file);

// keyrack: a new thin store over the index of `trust`.
X509StorePtr new_thin_store(const TrustStore& trust);

// One whole verification. Throws Failure unless the verdict is "ok".
void verify_once(X509_STORE* store, X509* leaf);

}  // namespace keyrack::bench
