// SPDX-License-Identifier: Apache-2.0
#include "cli/tool_process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "tests/support/temporary_folder.h"

namespace keyrack::cli {
namespace {

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void redirect(int descriptor, const std::filesystem::path& file, int flags) {
  const int fd = ::open(file.c_str(), flags, 0600);
  if (fd < 0 || ::dup2(fd, descriptor) < 0) ::_exit(126);
}

[[noreturn]] void become_tool(const ToolCall& call, const std::filesystem::path& folder) {
  constexpr unsigned kSecondsToLive = 120;
  redirect(STDIN_FILENO, folder / "in", O_RDONLY);
  redirect(STDOUT_FILENO, folder / "out", O_WRONLY | O_CREAT);
  redirect(STDERR_FILENO, folder / "error", O_WRONLY | O_CREAT);
  if (!call.folder.empty() && ::chdir(call.folder.c_str()) != 0) ::_exit(126);
  for (const std::string& variable : call.environment) {
    const std::size_t equals = variable.find('=');
    ::setenv(variable.substr(0, equals).c_str(), variable.c_str() + equals + 1, 1);
  }
  std::vector<char*> argv{const_cast<char*>(KEYRACK_TOOL)};
  for (const std::string& argument : call.arguments) {
    argv.push_back(const_cast<char*>(argument.c_str()));
  }
  argv.push_back(nullptr);
  ::alarm(kSecondsToLive);
  ::execv(argv[0], argv.data());
  ::_exit(127);
}

}  // namespace

ToolResult run_tool(const ToolCall& call) {
  const testing::TemporaryFolder folder;
  folder.write("in", call.input);
  const pid_t child = ::fork();
  if (child < 0) std::abort();
  if (child == 0) become_tool(call, folder.path());
  int status = 0;
  if (::waitpid(child, &status, 0) != child) std::abort();
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content_of(folder.path() / "out"),
          content_of(folder.path() / "error")};
}

}  // namespace keyrack::cli
