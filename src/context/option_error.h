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

}  // namespace keyrack
