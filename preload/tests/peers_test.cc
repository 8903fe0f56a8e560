// SPDX-License-Identifier: Apache-2.0
// Peers' certificates are shared where that was asked for, and only there.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "preload/tests/preloaded.h"
#include "tests/support/certificate_maker.h"
#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

using testing::Outcome;
using testing::Preload;

Outcome connect(Preload preload, const std::vector<std::string>& variables) {
  const testing::TemporaryFolder folder;
  const testing::TestCertificate leaf = testing::make_certificate({.common_name = "localhost"});
  return run({KEYRACK_PEERS, folder.write("leaf.pem", leaf.pem()),
              folder.write("leaf.key", leaf.key_pem())},
             preload, variables);
}

std::string seen(bool is_shared) {
  return "peers: " + std::to_string(is_shared ? 1 : 0) +
         "\nown: 0\nthreads: 1\nchild: 1\npeers beside another property query: 0\n";
}

TEST(PreloadPeers, EqualCertificatesAreOneWhereThatWasAskedFor) {
  EXPECT_EQ(connect(Preload::kSilent, {"KEYRACK_PRELOAD_PEERS=1"}), (Outcome{0, seen(true)}));
}

TEST(PreloadPeers, EqualCertificatesAreEachTheirOwnOtherwise) {
  EXPECT_EQ(connect(Preload::kNone, {"KEYRACK_PRELOAD_PEERS=1"}), (Outcome{0, seen(false)}));
  EXPECT_EQ(connect(Preload::kSilent, {}), (Outcome{0, seen(false)}));
}

TEST(PreloadPeers, AreNotSharedWhenThePreloadIsTurnedOff) {
  EXPECT_EQ(connect(Preload::kTurnedOff, {"KEYRACK_PRELOAD_PEERS=1"}), (Outcome{0, seen(false)}));
}

}  // namespace
}  // namespace keyrack
