// SPDX-License-Identifier: Apache-2.0
#include "tests/support/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <thread>

extern char** environ;

namespace keyrack::testing {
namespace {

bool changes_behaviour(std::string_view variable) {
  constexpr std::array<std::string_view, 12> kPrefixes{"SSL_",     "SSLKEY",    "NODE_",  "CURL_",
                                                       "OPENSSL_", "REQUESTS_", "PYTHON", "JAVA_T",
                                                       "_JAVA_",   "JDK_JAVA",  "http",   "HTTP"};
  for (const std::string_view prefix : kPrefixes) {
    if (variable.starts_with(prefix)) return true;
  }
  return variable.starts_with("all_proxy") || variable.starts_with("ALL_PROXY");
}

std::vector<char*> clean_environment() {
  std::vector<char*> kept;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!changes_behaviour(*variable)) kept.push_back(*variable);
  }
  kept.push_back(nullptr);
  return kept;
}

struct Pipe {
  FileDescriptor read;
  FileDescriptor write;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("cannot make a pipe");
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command, const std::string& input) {
  Pipe in = make_pipe();
  Pipe out = make_pipe();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.read.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.write.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.write.get(), STDERR_FILENO);
  std::vector<char*> arguments;
  for (const std::string& argument : command) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  const int failed = ::posix_spawnp(&pid_, arguments[0], &actions, nullptr, arguments.data(),
                                    clean_environment().data());
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw std::runtime_error("cannot run " + command[0]);
  // Inputs are short of what a pipe holds: this does not wait.
  if (::write(in.write.get(), input.data(), input.size()) != static_cast<ssize_t>(input.size())) {
    throw std::runtime_error("cannot write to " + command[0]);
  }
  out_ = std::move(out.read);
}

ChildProcess::~ChildProcess() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

bool ChildProcess::read_until(const std::function<bool(const std::string&)>& is_enough,
                              Deadline deadline) {
  std::array<char, 4096> chunk{};
  while (!is_enough(output_)) {
    if (!wait_for(out_.get(), false, deadline)) return false;
    const ssize_t got = ::read(out_.get(), chunk.data(), chunk.size());
    if (got <= 0) return false;
    output_.append(chunk.data(), static_cast<std::size_t>(got));
  }
  return true;
}

std::optional<int> ChildProcess::wait(Deadline deadline) {
  read_until([](const std::string&) { return false; }, deadline);
  while (std::chrono::steady_clock::now() < deadline) {
    int status = 0;
    if (::waitpid(pid_, &status, WNOHANG) == pid_) {
      pid_ = -1;
      return WIFEXITED(status) ? std::optional(WEXITSTATUS(status)) : std::nullopt;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return std::nullopt;
}

std::string find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::filesystem::path candidate = std::filesystem::path(folder) / name;
    if (::access(candidate.c_str(), X_OK) == 0) return candidate.string();
  }
  return {};
}

}  // namespace keyrack::testing
