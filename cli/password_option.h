// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/password.h>

#include <CLI/CLI.hpp>
#include <string>

namespace keyrack::cli {

// Where a command gets a password from: a file, an environment variable, or, when neither is named
// and it turns out that one is needed, the person at the terminal. Never the command line.
class PasswordOption {
 public:
  // Adds --password-file and --password-env, or the like with another `prefix`.
  void add_to(CLI::App& command, const std::string& prefix = "--password",
              const std::string& what = "password");
  // The named password; none when nothing was named. Throws CommandFailure when what was named
  // cannot be read.
  Password get() const;
  // Asks on the terminal, without echo. None where there is no terminal.
  static Password ask(const std::string& what_for);

 private:
  std::string prefix_;
  std::string file_;
  std::string variable_;
};

}  // namespace keyrack::cli
