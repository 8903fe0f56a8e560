// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/trust_store.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/openssl_ptr.h"
#include "bytes/byte_view.h"

namespace keyrack::preload {

// What a file gives to every store that loads it. Immutable.
struct Bundle {
  TrustStore trust = TrustStore::empty();
  std::vector<X509CrlPtr> crls;
  int certificates = 0;       // in the file, also repeated ones
  bool has_settings = false;  // some have trust settings
  // Each certificate is in `trust` once, and nothing but their DER was in the file.
  bool is_exact = false;

  int objects() const { return certificates + static_cast<int>(crls.size()); }
};

// The bundle in a PEM text, where libcrypto would load all of it without an error; otherwise null
// and the reason in `reason`.
std::shared_ptr<const Bundle> read_bundle(ByteView text, std::string& reason);

}  // namespace keyrack::preload
