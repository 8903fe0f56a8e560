// SPDX-License-Identifier: Apache-2.0
#include "cli/preloaded_run.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <string_view>
#include <system_error>

#include "bench/scratch_folder.h"
#include "cli/exit_code.h"

extern char** environ;

namespace keyrack::cli {
namespace {

double milliseconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
}

// This process's variables with others in their places.
std::vector<std::string> environment(const std::vector<std::string>& changes) {
  std::vector<std::string> all = changes;
  for (char** at = environ; *at != nullptr; ++at) {
    const std::string_view variable(*at);
    const std::string_view name = variable.substr(0, variable.find('=') + 1);
    bool is_changed = false;
    for (const std::string& change : changes) is_changed |= change.starts_with(name);
    if (!is_changed) all.emplace_back(variable);
  }
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> list;
  for (std::string& string : strings) list.push_back(string.data());
  list.push_back(nullptr);
  return list;
}

// Where a program's output and errors go.
struct Outputs {
  std::string out = "/dev/null";
  std::string errors = "/dev/null";
};

pid_t start(const Invocation& invocation, const Outputs& outputs) {
  std::vector<std::string> words = invocation.words;
  std::vector<std::string> variables = environment(invocation.variables);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, outputs.out.c_str(), O_WRONLY | O_CREAT,
                                   0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, outputs.errors.c_str(),
                                   O_WRONLY | O_CREAT, 0600);
  pid_t pid = -1;
  const int failed = ::posix_spawnp(&pid, words[0].c_str(), &actions, nullptr,
                                    pointers(words).data(), pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  if (failed == 0) return pid;
  throw CommandFailure(ExitCode::kUnreadable,
                       "cannot run " + words[0] + ": " + std::generic_category().message(failed));
}

std::string replaced(std::string text, std::string_view part, std::string_view other) {
  for (std::size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + other.size())) {
    text.replace(at, part.size(), other);
  }
  return text;
}

}  // namespace

RunCost run_and_measure(const Invocation& invocation) {
  const auto begin = std::chrono::steady_clock::now();
  const pid_t pid = start(invocation, {});
  int status = 0;
  rusage usage{};
  if (::wait4(pid, &status, 0, &usage) != pid) {
    throw CommandFailure(ExitCode::kUnreadable, "lost " + invocation.words[0]);
  }
  const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - begin;
  return {.wall_ms = wall.count(),
          .cpu_ms = milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime),
          .peak_mib = static_cast<double>(usage.ru_maxrss) / 1024,
          .exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1};
}

std::optional<PreloadCounts> count_preloaded(const Invocation& preloaded) {
  const bench::ScratchFolder folder;
  const std::string log = folder.path() / "log";
  Invocation logging = preloaded;
  logging.variables.push_back("KEYRACK_PRELOAD_LOG=stderr");
  const pid_t pid = start(logging, {.errors = log});
  ::waitpid(pid, nullptr, 0);
  const std::string text = bench::read_text(log);
  // The last process that ended: a server's first one, which had all of it.
  const char* const format = "keyrack-preload: in all: indexed %llu, parsed %llu";
  const std::size_t at = text.rfind("keyrack-preload: in all");
  PreloadCounts counts;
  if (at == std::string::npos ||
      std::sscanf(text.c_str() + at, format, &counts.indexed, &counts.parsed) != 2) {
    return std::nullopt;
  }
  return counts;
}

Invocation with_replaced(const Invocation& invocation, std::string_view part,
                         std::string_view other) {
  Invocation result{{}, environment(invocation.variables)};
  for (const std::string& word : invocation.words) {
    result.words.push_back(replaced(word, part, other));
  }
  for (std::string& variable : result.variables) variable = replaced(variable, part, other);
  return result;
}

std::string output_of(const std::vector<std::string>& words) {
  const bench::ScratchFolder folder;
  const std::string out = folder.path() / "out";
  ::waitpid(start({words, {}}, {.out = out}), nullptr, 0);
  return bench::read_text(out);
}

}  // namespace keyrack::cli
