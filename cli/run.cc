// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "cli/command.h"
#include "cli/preload_library.h"

namespace keyrack::cli {
namespace {

struct RunOptions {
  std::vector<std::string> words;
  bool is_logging = false;
};

[[noreturn]] void become(RunOptions& options) {
  ::setenv("LD_PRELOAD", with_preload(preload_library()).c_str(), 1);
  if (options.is_logging) ::setenv("KEYRACK_PRELOAD_LOG", "stderr", 1);
  std::vector<char*> arguments;
  for (std::string& word : options.words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  throw CommandFailure(ExitCode::kUnreadable, "cannot run " + options.words[0] + ": " +
                                                  std::generic_category().message(errno));
}

}  // namespace

void add_run(CLI::App& app) {
  CLI::App* const command =
      app.add_subcommand("run", "Run a program on OpenSSL 3 that loads its CA bundles lazily");
  const auto options = std::make_shared<RunOptions>();
  command->add_option("PROGRAM", options->words, "After '--': the program and its arguments")
      ->required();
  command->add_flag("--log", options->is_logging,
                    "Tell on standard error what the preload library does");
  set_example(*command, "keyrack run -- curl https://example.org/");
  command->callback([options] { become(*options); });
}

}  // namespace keyrack::cli
