// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "cli/tool_process.h"
#include "tests/support/temporary_folder.h"

namespace keyrack::cli {
namespace {

using ::testing::HasSubstr;

TEST(Demo, ShowsTheMainJobAndWritesTheReport) {
  const keyrack::testing::TemporaryFolder folder;
  const ToolResult result = run_tool(ToolCall{{"demo"}, "", {}, folder.path().string()});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  EXPECT_THAT(result.out, HasSubstr("roots are compiled in"));
  EXPECT_THAT(result.out, HasSubstr("verify against the"));
  EXPECT_THAT(result.out, HasSubstr("Making a TLS context"));
  EXPECT_THAT(result.out, HasSubstr("Opening and using a bundle of roots"));
  EXPECT_THAT(result.out, HasSubstr("PKIX-uncached"));
  EXPECT_THAT(result.out, HasSubstr(" handshakes, 0 failed, while the key store was replaced 5"));
  std::ifstream page(folder.path() / "keyrack-report.html");
  const std::string html{std::istreambuf_iterator<char>(page), std::istreambuf_iterator<char>()};
  EXPECT_THAT(html, HasSubstr("<svg class=\"chart\""));
  EXPECT_THAT(html, HasSubstr("Replacing a key under load"));
}

}  // namespace
}  // namespace keyrack::cli
