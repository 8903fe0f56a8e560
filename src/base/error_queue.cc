// SPDX-License-Identifier: Apache-2.0
#include "base/error_queue.h"

#include <openssl/err.h>

#include <utility>

namespace keyrack {

ErrorQueueGuard::ErrorQueueGuard() { ERR_set_mark(); }

ErrorQueueGuard::~ErrorQueueGuard() { ERR_pop_to_mark(); }

namespace {

// The newest entry of the queue and the place that raised it.
struct Newest {
  unsigned long code = 0;
  const char* file = nullptr;
  int line = 0;

  static Newest peek() {
    Newest newest;
    newest.code = ERR_peek_last_error_all(&newest.file, &newest.line, nullptr, nullptr, nullptr);
    return newest;
  }
  friend bool operator==(const Newest&, const Newest&) = default;
};

}  // namespace

std::string take_openssl_reason() {
  const Newest newest = Newest::peek();
  ERR_pop_to_mark();
  ERR_set_mark();
  // What is still there was there before the guard: not the reason of this failure.
  if (newest.code == 0 || newest == Newest::peek()) return "";
  std::string reason;
  if (const char* library = ERR_lib_error_string(newest.code)) reason = library;
  if (const char* text = ERR_reason_error_string(newest.code)) {
    if (!reason.empty()) reason += ": ";
    reason += text;
  }
  return reason;
}

Error openssl_error(ErrorCode code, std::string message, Location where) {
  return Error{code, std::move(message), std::move(where), take_openssl_reason()};
}

}  // namespace keyrack
