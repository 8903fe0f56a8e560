// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace keyrack::bench {

// A program that answers each line on its standard input with one on its standard output. Ended
// with this object. Not for several threads. Failures throw Failure with what the program wrote to
// its standard error.
class ChildProcess {
 public:
  // arguments[0] is the program, looked for on the PATH.
  explicit ChildProcess(const std::vector<std::string>& arguments);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Sends a line and waits for the answer, returned without its newline.
  std::string ask(std::string_view line);
  // The next line of the program.
  std::string read_line();

 private:
  [[noreturn]] void fail(std::string_view what);
  void end();

  std::string program_;
  pid_t pid_ = -1;
  int to_child_ = -1;
  int from_child_ = -1;
  int errors_ = -1;  // an unlinked file: a child that writes much never waits for a reader
  std::string buffer_;
};

// This program's own path, to start it again.
std::string own_executable();

// Where `program` is on the PATH; empty when it is not.
std::string find_on_path(std::string_view program);

}  // namespace keyrack::bench
