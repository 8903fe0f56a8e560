// SPDX-License-Identifier: Apache-2.0
// Real programs against servers on loopback come to the same end with the preload library and
// without: outcome, exit status and message. A program that is not installed is skipped by name;
// where CI=true is set that is a failure.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <regex>
#include <string>
#include <tuple>

#include "preload/tests/client_programs.h"
#include "preload/tests/preloaded.h"
#include "preload/tests/situations.h"
#include "preload/tests/tls_server.h"
#include "tests/support/child_process.h"
#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

using testing::ClientCall;
using testing::ClientProgram;
using testing::Outcome;
using testing::Preload;
using testing::Situation;
using testing::SituationFiles;

// Without what differs from run to run: the number of the thread that an error is printed with.
Outcome comparable(Outcome outcome) {
  outcome.output =
      std::regex_replace(outcome.output, std::regex("[0-9A-F]{8,16}:error"), "THREAD:error");
  return outcome;
}

bool is_installed(const std::string& program) {
  return program.starts_with('/') ? std::ifstream(program).good()
                                  : !testing::find_program(program).empty();
}

class PreloadedPrograms : public ::testing::TestWithParam<std::tuple<ClientProgram, Situation>> {};

TEST_P(PreloadedPrograms, EndAsWithoutThePreload) {
  const auto& [program, situation] = GetParam();
  if (!is_installed(program.program)) {
    ASSERT_EQ(::secure_getenv("CI"), nullptr) << program.program << " is not installed";
    GTEST_SKIP() << program.program << " is not installed";
  }
  if (situation.has_crl && !program.checks_crls) GTEST_SKIP() << "takes no CRL";

  const testing::TemporaryFolder folder;
  const SituationFiles files = write_files(situation, folder);
  const testing::TlsServer server(leaf_of(situation), program.protocol);
  const ClientCall call{.port = server.port(),
                        .bundle = files.bundle,
                        .crl = files.crl,
                        .leaf = files.leaf,
                        .folder = folder.path().string()};
  const auto [command, variables] = program.command(call);

  const Outcome plain = comparable(run(command, Preload::kNone, variables));
  const Outcome preloaded = comparable(run(command, Preload::kSilent, variables));
  EXPECT_EQ(preloaded, plain);
  const bool is_good = plain.output.contains("keyrack-ok") || plain.output.contains(": OK") ||
                       plain.output.contains("Verification: OK");
  const bool is_passed_over =
      situation.bundle == testing::BundleFile::kDamaged && program.passes_over_damage;
  EXPECT_EQ(is_good, situation.is_good || is_passed_over) << plain;

  const Outcome logged = run(command, Preload::kLogging, variables);
  EXPECT_EQ(logged.output.contains("bundle.pem: indexed "), situation.is_indexed()) << logged;
}

INSTANTIATE_TEST_SUITE_P(Preload, PreloadedPrograms,
                         ::testing::Combine(::testing::ValuesIn(testing::kClientPrograms),
                                            ::testing::ValuesIn(testing::kSituations)),
                         [](const auto& param) {
                           return std::string(std::get<0>(param.param).name) + "_" +
                                  std::get<1>(param.param).name;
                         });

}  // namespace
}  // namespace keyrack
