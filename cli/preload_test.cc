// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/tool_process.h"
#include "tests/support/child_process.h"

namespace keyrack::cli {
namespace {

using ::testing::HasSubstr;

// It names no bundle of its own, so that the variable decides.
const std::vector<std::string> kProgram{"openssl", "verify", "-no-CApath", "-no-CAstore",
                                        "/nonexistent"};
constexpr const char* kBundle = "/etc/ssl/certs/ca-certificates.crt";

class PreloadCommands : public ::testing::Test {
 protected:
  void SetUp() override {
    if (testing::find_program("openssl").empty()) GTEST_SKIP() << "openssl is not installed";
  }
  static ToolResult tool(std::vector<std::string> arguments, std::vector<std::string> program) {
    arguments.push_back("--");
    arguments.insert(arguments.end(), program.begin(), program.end());
    return run_tool({.arguments = std::move(arguments),
                     .environment = {std::string("SSL_CERT_FILE=") + kBundle}});
  }
};

TEST_F(PreloadCommands, RunGivesTheProgramThePreloadAndReturnsItsExitCode) {
  const ToolResult result = tool({"run", "--log"}, kProgram);
  EXPECT_THAT(result.error, HasSubstr(std::string("keyrack-preload: ") + kBundle + ": indexed "));
  EXPECT_EQ(tool({"run"}, {"sh", "-c", "exit 7"}).exit_code, 7);
}

TEST_F(PreloadCommands, RunPassesOptionsOn) {
  EXPECT_EQ(tool({"run"}, {"echo", "--log", "-n", "--json"}).out, "--log -n --json\n");
}

TEST_F(PreloadCommands, AProgramThatIsNotThereIsNamed) {
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"run"}, std::vector<std::string>{"bench", "preload"}}) {
    const ToolResult result = tool(command, {"/nonexistent/program"});
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_THAT(result.error, HasSubstr("cannot run /nonexistent/program"));
  }
}

TEST_F(PreloadCommands, BenchPrintsTimesMemoryAndCounts) {
  const auto json = tool({"bench", "preload", "--samples", "2", "--json"}, kProgram).json();
  EXPECT_EQ(json["rows"].size(), 3u);
  for (const auto& row : json["rows"]) {
    EXPECT_EQ(row["without"].size(), 2u);
    EXPECT_EQ(row["with"].size(), 2u);
  }
  EXPECT_GT(json["certificates"]["indexed"], 100);
  EXPECT_EQ(json["certificates"]["parsed"], 0);
  EXPECT_TRUE(json["same_exit_status"]);
}

TEST_F(PreloadCommands, BenchMeasuresTheFloorWithAnotherFileInThePlaceOfTheBundle) {
  const std::vector<std::string> command{"bench",    "preload", "--samples", "2",      "--json",
                                         "--bundle", kBundle,   "--floor",   "nothing"};
  // Only in the third run is this so: by a variable, and by a word.
  const auto by_variable = tool(command, {"sh", "-c", "test $SSL_CERT_FILE = nothing"}).json();
  EXPECT_EQ(by_variable["rows"][0]["floor"].size(), 2u);
  EXPECT_EQ(by_variable["exit_status"], 1);
  EXPECT_FALSE(by_variable["same_exit_status"]);
  const auto by_word = tool(command, {"test", kBundle, "=", "nothing"}).json();
  EXPECT_FALSE(by_word["same_exit_status"]);
}

TEST_F(PreloadCommands, BenchSaysWhenThereIsNothingToDo) {
  EXPECT_THAT(tool({"bench", "preload", "--samples", "1"}, {"true"}).out,
              HasSubstr("had nothing to do"));
}

TEST_F(PreloadCommands, DoctorTellsWhetherAProgramWouldGain) {
  EXPECT_THAT(run_tool({"doctor", "--program", "openssl"}).out, HasSubstr("uses libssl.so.3 => /"));
  EXPECT_THAT(run_tool({"doctor", "--program", "true"}).out, HasSubstr("links no TLS library"));
  EXPECT_THAT(run_tool({"doctor", "--program", "ldd"}).out, HasSubstr("is a script"));
  EXPECT_EQ(run_tool({"doctor", "--program", "/nonexistent/program"}).exit_code, 1);
}

}  // namespace
}  // namespace keyrack::cli
