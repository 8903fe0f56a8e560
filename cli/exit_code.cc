// SPDX-License-Identifier: Apache-2.0
#include "cli/exit_code.h"

namespace keyrack::cli {

ExitCode exit_code_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kBadOption: return ExitCode::kUsage;
    case ErrorCode::kPasswordRequired:
    case ErrorCode::kWrongPassword:
    case ErrorCode::kUnsupported:
    case ErrorCode::kKeyMismatch:
    case ErrorCode::kOpenSsl: return ExitCode::kCryptographic;
    default: return ExitCode::kUnreadable;
  }
}

}  // namespace keyrack::cli
