// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/library_context.h>

#include <string_view>

#include "base/openssl_ptr.h"

namespace keyrack {

// Tells whether single elements of a cipher list (openssl-ciphers(1)) name something, by asking
// OpenSSL about each alone. What has been found to, in the default library context, is remembered
// for the process, so that asking again costs no context. Not for sharing between threads.
class CipherElementChecker {
 public:
  // `library_context` must outlive the checker.
  explicit CipherElementChecker(const LibraryContext& library_context)
      : library_context_(library_context) {}

  // "ECDHE-RSA-AES128-GCM-SHA256", "ECDHE+AESGCM", "!aNULL", "@SECLEVEL=1".
  bool is_known(std::string_view element);

 private:
  bool selects_something(std::string_view name);

  const LibraryContext& library_context_;
  SslCtxPtr scratch_;  // made when first needed: asking changes a context
};

}  // namespace keyrack
