// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "bench/failure.h"
#include "cli/command.h"
#include "cli/table.h"

namespace keyrack::cli {

void print_json(const nlohmann::ordered_json& json) {
  // Names in certificates may hold bytes that are no UTF-8.
  fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

namespace {

void add_commands(CLI::App& app, ExitCode& exit_code) {
  add_inspect(app, exit_code);
  add_verify(app, exit_code);
  add_choose(app, exit_code);
  add_convert(app, exit_code);
  add_watch(app, exit_code);
  add_roots(app, exit_code);
  add_doctor(app, exit_code);
  add_bench(app, exit_code);
  add_demo(app, exit_code);
  add_run(app);
  add_bench_worker(app);
  add_manuals(app);
}

int fail(ExitCode code, const char* message) {
  fmt::print(stderr, "keyrack: {}\n", printable(message));
  return static_cast<int>(code);
}

int run(int argc, char** argv) {
  CLI::App app("TLS credentials for programs on OpenSSL 3", "keyrack");
  app.set_version_flag("--version", "keyrack " KEYRACK_VERSION);
  app.require_subcommand(1);
  set_example(app, "keyrack inspect server.pem");
  ExitCode exit_code = ExitCode::kFine;
  add_commands(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Help and version come this way too, with a code of 0.
    return app.exit(error) == 0 ? 0 : static_cast<int>(ExitCode::kUsage);
  } catch (const CommandFailure& failure) {
    return fail(failure.code(), failure.what());
  } catch (const bench::Failure& failure) {
    return fail(ExitCode::kUnreadable, failure.what());
  } catch (const std::exception& unexpected) {
    return fail(ExitCode::kUnreadable, unexpected.what());
  }
  return static_cast<int>(exit_code);
}

}  // namespace
}  // namespace keyrack::cli

int main(int argc, char** argv) { return keyrack::cli::run(argc, argv); }
