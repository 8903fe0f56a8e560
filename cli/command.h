// SPDX-License-Identifier: Apache-2.0
// The commands. Each function adds one to `app`, with its options, help and example; when the
// command was called, it runs while `app` parses and leaves its verdict in `exit_code`.
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/exit_code.h"

namespace keyrack::cli {

inline constexpr int kSchemaVersion = 1;

void add_inspect(CLI::App& app, ExitCode& exit_code);
void add_verify(CLI::App& app, ExitCode& exit_code);
void add_choose(CLI::App& app, ExitCode& exit_code);
void add_convert(CLI::App& app, ExitCode& exit_code);
void add_watch(CLI::App& app, ExitCode& exit_code);
void add_roots(CLI::App& app, ExitCode& exit_code);
void add_doctor(CLI::App& app, ExitCode& exit_code);
void add_bench(CLI::App& app, ExitCode& exit_code);
void add_demo(CLI::App& app, ExitCode& exit_code);
void add_run(CLI::App& app);
// One of `bench`'s.
void add_bench_preload(CLI::App& group, ExitCode& exit_code);
// Hidden: what `bench` starts to measure in a process of its own.
void add_bench_worker(CLI::App& app);
// Hidden: what the build calls to make the man page and the shell completion from the commands.
void add_manuals(CLI::App& app);

// The example that a command's --help ends with.
inline void set_example(CLI::App& command, const std::string& example) {
  command.footer("Example:\n  " + example);
}

// Prints `json` for a program.
void print_json(const nlohmann::ordered_json& json);

}  // namespace keyrack::cli
