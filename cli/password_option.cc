// SPDX-License-Identifier: Apache-2.0
#include "cli/password_option.h"

#include <fcntl.h>
#include <openssl/crypto.h>
#include <termios.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "bytes/byte_view.h"
#include "cli/exit_code.h"
#include "cli/input.h"

namespace keyrack::cli {
namespace {

std::string_view first_line(std::string_view text) {
  return text.substr(0, text.find_first_of("\r\n"));
}

// Turns the terminal's echo off for as long as it lives.
class EchoOff {
 public:
  explicit EchoOff(int terminal) : terminal_(terminal) {
    is_changed_ = ::tcgetattr(terminal, &before_) == 0;
    termios silent = before_;
    silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    if (is_changed_) ::tcsetattr(terminal, TCSAFLUSH, &silent);
  }
  ~EchoOff() {
    if (is_changed_) ::tcsetattr(terminal_, TCSAFLUSH, &before_);
  }
  EchoOff(const EchoOff&) = delete;
  EchoOff& operator=(const EchoOff&) = delete;

 private:
  int terminal_;
  termios before_{};
  bool is_changed_ = false;
};

void say(int terminal, std::string_view text) {
  [[maybe_unused]] const ssize_t written = ::write(terminal, text.data(), text.size());
}

}  // namespace

void PasswordOption::add_to(CLI::App& command, const std::string& prefix, const std::string& what) {
  prefix_ = prefix;
  auto* const file = command.add_option(
      prefix + "-file", file_, "File whose first line is the " + what + " ('-': standard input)");
  command.add_option(prefix + "-env", variable_, "Environment variable that holds the " + what)
      ->excludes(file);
}

Password PasswordOption::get() const {
  if (!file_.empty()) {
    Input input = value_or_fail(read_input(file_));
    Password password(first_line(as_text(input.bytes)));
    OPENSSL_cleanse(input.bytes.data(), input.bytes.size());
    return password;
  }
  if (variable_.empty()) return {};
  const char* const value = std::getenv(variable_.c_str());
  if (value == nullptr) {
    throw CommandFailure(ExitCode::kUsage,
                         prefix_ + "-env: there is no environment variable " + variable_);
  }
  return Password(value);
}

Password PasswordOption::ask(const std::string& what_for) {
  if (::isatty(STDIN_FILENO) != 1) return {};
  const int terminal = ::open("/dev/tty", O_RDWR | O_CLOEXEC);
  if (terminal < 0) return {};
  std::string line(1024, '\0');
  ssize_t size = 0;
  {
    const EchoOff silent(terminal);
    say(terminal, "Password of " + what_for + ": ");
    size = ::read(terminal, line.data(), line.size());
    say(terminal, "\n");
  }
  ::close(terminal);
  Password password;
  if (size > 0) {
    password = Password(first_line(std::string_view(line.data(), static_cast<std::size_t>(size))));
  }
  OPENSSL_cleanse(line.data(), line.size());
  return password;
}

}  // namespace keyrack::cli
