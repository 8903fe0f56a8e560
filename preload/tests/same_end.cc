// SPDX-License-Identifier: Apache-2.0
#include "preload/tests/same_end.h"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <string>

#include "preload/tests/preloaded.h"
#include "tests/support/child_process.h"
#include "tests/support/temporary_folder.h"

namespace keyrack::testing {
namespace {

// Without what differs from run to run, the number of the thread that an error is printed with; and
// without the error that libcrypto 3.0 forgets in the queue whenever it reads a store by the URI of
// a file, with success too.
Outcome comparable(Outcome outcome) {
  const std::regex thread("[0-9A-F]{8,16}:error");
  const std::regex forgotten("THREAD:error:[^\n]*:search only supported for directories:[^\n]*\n");
  outcome.output = std::regex_replace(outcome.output, thread, "THREAD:error");
  outcome.output = std::regex_replace(outcome.output, forgotten, "");
  return outcome;
}

bool is_good(const Outcome& outcome) {
  return outcome.output.contains("keyrack-ok") || outcome.output.contains(": OK") ||
         outcome.output.contains("Verification: OK");
}

}  // namespace

bool is_installed(const ClientProgram& program) {
  const std::string name = program.program;
  return name.starts_with('/') ? std::ifstream(name).good() : !find_program(name).empty();
}

void expect_same_end(const ClientProgram& program, const Situation& situation, std::uint16_t port) {
  const TemporaryFolder folder;
  const SituationFiles files = write_files(situation, folder);
  const auto [command, variables] = program.command({.port = port,
                                                     .bundle = files.bundle,
                                                     .crl = files.crl,
                                                     .leaf = files.leaf,
                                                     .folder = folder.path().string()});
  const Outcome plain = comparable(run(command, Preload::kNone, variables));
  EXPECT_EQ(comparable(run(command, Preload::kSilent, variables)), plain);
  const bool is_passed_over =
      situation.bundle == BundleFile::kDamaged && program.passes_over_damage;
  EXPECT_EQ(is_good(plain), situation.is_good || is_passed_over) << plain;

  const Outcome logged = run(command, Preload::kLogging, variables);
  EXPECT_EQ(logged.output.contains("bundle.pem: indexed "), situation.is_indexed()) << logged;
}

}  // namespace keyrack::testing
