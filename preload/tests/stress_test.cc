// SPDX-License-Identifier: Apache-2.0
// Threads and forks over stores that the preload library serves.
#include <gtest/gtest.h>

#include <string>

#include "preload/tests/preloaded.h"
#include "tests/support/certificate_maker.h"
#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

using testing::make_certificate;
using testing::Outcome;
using testing::Preload;
using testing::TestCertificate;

std::string roots(const std::string& name) {
  constexpr int kCount = 16;  // enough that the file is worth the while
  std::string text;
  for (int i = 0; i < kCount; ++i) {
    text += make_certificate({.common_name = name + std::to_string(i), .is_ca = true}).pem();
  }
  return text;
}

class PreloadStress : public ::testing::TestWithParam<const char*> {};

TEST_P(PreloadStress, GoesWell) {
  const testing::TemporaryFolder folder;
  const TestCertificate root = make_certificate({.common_name = "Stress root", .is_ca = true});
  const TestCertificate leaf = make_certificate({.common_name = "leaf", .issuer = &root});
  const Outcome outcome =
      run({KEYRACK_STRESS, GetParam(), folder.write("bundle.pem", roots("one ") + root.pem()),
           folder.write("other.pem", roots("other ")), folder.write("leaf.pem", leaf.pem())},
          Preload::kSilent);
  EXPECT_EQ(outcome, (Outcome{0, "well\n"}));
}

INSTANTIATE_TEST_SUITE_P(Preload, PreloadStress, ::testing::Values("threads", "forks"),
                         [](const auto& param) { return std::string(param.param); });

}  // namespace
}  // namespace keyrack
