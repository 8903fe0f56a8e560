// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>

#include <string>

namespace keyrack {

// Keeps OpenSSL's per-thread error queue as the caller had it: whatever is pushed while the guard
// lives is gone afterwards. One stands at every entry from the outside.
class ErrorQueueGuard {
 public:
  ErrorQueueGuard();
  ~ErrorQueueGuard();
  ErrorQueueGuard(const ErrorQueueGuard&) = delete;
  ErrorQueueGuard& operator=(const ErrorQueueGuard&) = delete;
};

// The newest reason in the queue in OpenSSL's words ("asn1 encoding routines: wrong tag"), or ""
// when it has none; failure does not always leave one. Removes what was pushed since the guard.
std::string take_openssl_reason();

// An error with that reason attached.
Error openssl_error(ErrorCode code, std::string message, Location where = {});

}  // namespace keyrack
