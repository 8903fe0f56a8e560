// SPDX-License-Identifier: Apache-2.0
#include "bench/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "bench/failure.h"

extern char** environ;

namespace keyrack::bench {
namespace {

void close_if_open(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& arguments) : program_(arguments.at(0)) {
  // A socket pair for the input, because a write to one can be kept from raising SIGPIPE.
  std::array<int, 2> input{-1, -1};
  std::array<int, 2> output{-1, -1};
  errors_ = ::memfd_create("errors", MFD_CLOEXEC);
  if (errors_ < 0 || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, input.data()) != 0 ||
      ::pipe2(output.data(), O_CLOEXEC) != 0) {
    throw Failure(fmt::format("cannot start {}: {}", program_, std::strerror(errno)));
  }
  to_child_ = input[0];
  from_child_ = output[0];

  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, input[1], STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, errors_, STDERR_FILENO);
  const int status = ::posix_spawnp(&pid_, argv[0], &actions, nullptr, argv.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  close_if_open(input[1]);
  close_if_open(output[1]);
  if (status != 0) {
    pid_ = -1;
    end();
    throw Failure(fmt::format("cannot start {}: {}", program_, std::strerror(status)));
  }
}

ChildProcess::~ChildProcess() { end(); }

void ChildProcess::end() {
  close_if_open(to_child_);
  close_if_open(from_child_);
  if (pid_ > 0) {
    ::kill(pid_, SIGTERM);
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
  }
  close_if_open(errors_);
}

void ChildProcess::fail(std::string_view what) {
  std::array<char, 2000> text;
  const ssize_t got = ::pread(errors_, text.data(), text.size(), 0);
  throw Failure(
      fmt::format("{} {}: {}", program_, what,
                  std::string_view(text.data(), got > 0 ? static_cast<std::size_t>(got) : 0)));
}

std::string ChildProcess::ask(std::string_view line) {
  std::string message(line);
  message += '\n';
  std::string_view rest = message;
  while (!rest.empty()) {
    const ssize_t sent = ::send(to_child_, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) fail("does not take its orders");
    rest.remove_prefix(static_cast<std::size_t>(sent));
  }
  return read_line();
}

std::string ChildProcess::read_line() {
  while (true) {
    if (const std::size_t end = buffer_.find('\n'); end != std::string::npos) {
      std::string line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return line;
    }
    std::array<char, 4096> chunk;
    const ssize_t got = ::read(from_child_, chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail("ended without an answer");
    buffer_.append(chunk.data(), static_cast<std::size_t>(got));
  }
}

std::string own_executable() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

std::string find_on_path(std::string_view program) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::filesystem::path candidate = std::filesystem::path(folder) / program;
    if (::access(candidate.c_str(), X_OK) == 0) return candidate.string();
  }
  return {};
}

}  // namespace keyrack::bench
