// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>

#include <string>
#include <utility>

#include "cli/exit_code.h"
#include "cli/password_option.h"

namespace keyrack::cli {

// Calls `open` with `password`, and again with one from the terminal when that is what it lacks.
// Throws CommandFailure.
template <typename Open>
auto open_asking(const Open& open, Password& password, const std::string& name) {
  auto opened = open(password);
  if (!opened && opened.error().code == ErrorCode::kPasswordRequired) {
    password = PasswordOption::ask(name);
    if (password.has_value()) opened = open(password);
  }
  if (!opened) throw CommandFailure(opened.error());
  return std::move(*opened);
}

}  // namespace keyrack::cli
