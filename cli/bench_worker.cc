// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>

#include "bench/context_worker.h"
#include "bench/handshake_memory.h"
#include "bench/trust_memory.h"
#include "cli/command.h"

namespace keyrack::cli {

void add_bench_worker(CLI::App& app) {
  CLI::App* const group = app.add_subcommand("bench-worker")->group("");
  group->require_subcommand(1);
  struct Options {
    std::string input;
    std::string ca;
    std::string variant;
  };
  const auto options = std::make_shared<Options>();

  CLI::App* const context = group->add_subcommand("context");
  context->add_option("FOLDER", options->input)->required();
  context->add_option("CA", options->ca)->required();
  context->add_option("VARIANT", options->variant)->required();
  context->callback(
      [options] { bench::serve_context_samples(options->input, options->ca, options->variant); });

  CLI::App* const memory = group->add_subcommand("memory");
  memory->add_option("BUNDLE", options->input)->required();
  memory->add_option("VARIANT", options->variant)->required();
  memory->callback([options] { bench::serve_memory_samples(options->input, options->variant); });

  CLI::App* const key_memory = group->add_subcommand("key-memory");
  key_memory->add_option("KEYSTORE", options->input)->required();
  key_memory->add_option("VARIANT", options->variant)->required();
  key_memory->callback(
      [options] { bench::serve_key_memory_samples(options->input, options->variant); });
}

}  // namespace keyrack::cli
