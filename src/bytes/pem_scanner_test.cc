// SPDX-License-Identifier: Apache-2.0
#include "bytes/pem_scanner.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bytes/content_kind.h"

namespace keyrack {
namespace {

// "LABEL=body" for each block, "!code" for each error.
std::vector<std::string> scan(std::string_view text) {
  PemScanner scanner(as_bytes(text));
  std::vector<std::string> found;
  for (;;) {
    const Result<std::optional<PemBlock>> block = scanner.next();
    if (!block) {
      found.push_back("!" + std::string(to_string(block.error().code)));
    } else if (!*block) {
      return found;
    } else {
      found.push_back(std::string((*block)->label) + "=" + std::string(as_text((*block)->body)));
    }
  }
}

using Found = std::vector<std::string>;

TEST(PemScanner, YieldsBlocksBetweenAnyOtherText) {
  EXPECT_EQ(scan("subject=x\n-----BEGIN A-----\nAAAA\n-----END A-----\n# caf\xe9\n"
                 "-----BEGIN B C-----\nBBBB\n-----END B C-----"),
            (Found{"A=AAAA\n", "B C=BBBB\n"}));
}

TEST(PemScanner, TakesABeginBehindAnEndOnOneLine) {
  EXPECT_EQ(
      scan("-----BEGIN A-----\nAAAA\n-----END A----------BEGIN B-----\nBBBB\n-----END B-----"),
      (Found{"A=AAAA\n", "B=BBBB\n"}));
}

}  // namespace
}  // namespace keyrack
