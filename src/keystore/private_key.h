// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/library_context.h>

#include <memory>

#include "base/openssl_ptr.h"
#include "base/secret_bytes.h"
#include "bytes/byte_view.h"
#include "keystore/private_key_numbers.h"

namespace keyrack {

// A private key of libcrypto, shared by everybody in the process who loaded the same bytes.
//
// It keeps its DER, in memory that is wiped with it: whether other bytes are the same key is
// decided by comparing them, and comparing a digest would only make the answer weaker, not the key
// safer while libcrypto holds its numbers in the same heap.
class PrivateKey {
 public:
  PrivateKey(EvpPkeyPtr key, PrivateKeyForm form, ByteView der, LibraryContext library_context)
      : key_(std::move(key)),
        form_(form),
        der_(der),
        library_context_(std::move(library_context)) {}

  EVP_PKEY* get() const { return key_.get(); }  // borrowed; do not change it
  bool was_made_from(PrivateKeyForm form, ByteView der, const LibraryContext& context) const;

 private:
  EvpPkeyPtr key_;
  PrivateKeyForm form_;
  SecretBytes der_;
  LibraryContext library_context_;
};

// Loads an unencrypted private key, or finds the one that these bytes gave before, as long as
// somebody holds it. `der` is the caller's to wipe. Fails with kBadDer for what libcrypto refuses;
// the place is the caller's to add. Any thread.
Result<std::shared_ptr<const PrivateKey>> load_private_key(
    PrivateKeyForm form, ByteView der, const LibraryContext& library_context = {});

}  // namespace keyrack
