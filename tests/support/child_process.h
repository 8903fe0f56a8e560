// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/loopback.h"

namespace keyrack::testing {

// A program that a test runs, without the variables of the environment that change whom programs
// trust or how they run (SSL_CERT_FILE, NODE_OPTIONS and their like). Killed and reaped with the
// object.
class ChildProcess {
 public:
  // `input` is all that it gets on its standard input.
  explicit ChildProcess(const std::vector<std::string>& command, const std::string& input = {});
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // What it has written so far, output and errors together.
  const std::string& output() const { return output_; }
  // Reads on until `is_enough(output())`, the end, or the deadline. Whether it was enough.
  bool read_until(const std::function<bool(const std::string&)>& is_enough, Deadline deadline);
  // The exit status once it has ended; nothing at the deadline or when a signal ended it.
  std::optional<int> wait(Deadline deadline);

 private:
  pid_t pid_ = -1;
  FileDescriptor out_;
  std::string output_;
};

// The path of a program on the PATH, or empty.
std::string find_program(const std::string& name);

}  // namespace keyrack::testing
