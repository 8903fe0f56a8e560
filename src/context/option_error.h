// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>

#include <string>
#include <string_view>

#include "base/error_queue.h"

namespace keyrack {

// kBadOption with option, value and reason, and OpenSSL's own reason where it left one:
// `max_version = TLSv1.1: below min_version`.
inline std::unexpected<Error> bad_option(std::string_view option, std::string_view value,
                                         std::string_view reason) {
  std::string message(option);
  if (!value.empty()) message.append(" = ").append(value);
  message.append(": ").append(reason);
  return std::unexpected(openssl_error(ErrorCode::kBadOption, std::move(message)));
}

// Refuses a list that OpenSSL, which takes it as a C string, would read in part.
inline Result<void> refuse_zero_bytes(std::string_view option, std::string_view value) {
  if (value.find('\0') == std::string_view::npos) return {};
  return bad_option(option, "", "has a zero byte in it");
}

}  // namespace keyrack
