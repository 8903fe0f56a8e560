// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>

#include <stdexcept>
#include <string>

namespace keyrack::cli {

// What the program tells its caller.
enum class ExitCode : int {
  kFine = 0,
  kFinding = 1,        // a negative finding: does not verify, expired, problems found
  kUsage = 2,          // wrong usage
  kUnreadable = 3,     // input cannot be read or is malformed
  kCryptographic = 4,  // wrong password, unsupported algorithm
};

ExitCode exit_code_of(ErrorCode code);

// Ends a command: main() prints the message to standard error and exits with the code.
class CommandFailure : public std::runtime_error {
 public:
  CommandFailure(ExitCode code, const std::string& message)
      : std::runtime_error(message), code_(code) {}
  explicit CommandFailure(const Error& error)
      : CommandFailure(exit_code_of(error.code), error.describe()) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

template <typename T>
T value_or_fail(Result<T> result) {
  if (!result) throw CommandFailure(result.error());
  return std::move(*result);
}

}  // namespace keyrack::cli
