// SPDX-License-Identifier: Apache-2.0
// Real programs against servers on loopback come to the same end with the preload library and
// without: outcome, exit status and message. A program that is not installed is skipped by name;
// where CI=true is set that is a failure.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <tuple>

#include "preload/tests/client_programs.h"
#include "preload/tests/same_end.h"
#include "preload/tests/situations.h"
#include "preload/tests/tls_server.h"

namespace keyrack {
namespace {

using testing::ClientProgram;
using testing::Situation;

class PreloadedPrograms : public ::testing::TestWithParam<std::tuple<ClientProgram, Situation>> {};

TEST_P(PreloadedPrograms, EndAsWithoutThePreload) {
  const auto& [program, situation] = GetParam();
  if (!testing::is_installed(program)) {
    ASSERT_EQ(::secure_getenv("CI"), nullptr) << program.program << " is not installed";
    GTEST_SKIP() << program.program << " is not installed";
  }
  if (situation.has_crl && !program.checks_crls) GTEST_SKIP() << "takes no CRL";
  const testing::TlsServer server(leaf_of(situation));
  testing::expect_same_end(program, situation, server.port());
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
