// SPDX-License-Identifier: Apache-2.0
// How a benchmark gives up: it cannot go on after any failure, so it throws to whoever runs it.
#pragma once

#include <keyrack/error.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace keyrack::bench {

struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <typename T>
T must(Result<T> result) {
  if (!result) throw Failure(result.error().describe());
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

// For OpenSSL's calls that return 1 (or a pointer) on success.
inline void must(bool succeeded, const char* what) {
  if (!succeeded) throw Failure(std::string(what) + " failed");
}

}  // namespace keyrack::bench
