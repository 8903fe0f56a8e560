// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "cli/tool_process.h"
#include "tests/support/certificate_maker.h"
#include "tests/support/temporary_folder.h"

namespace keyrack::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using namespace keyrack::testing;

TEST(Usage, HelpOfEveryCommandHasAnExample) {
  const std::vector<std::vector<std::string>> commands{{"inspect"},
                                                       {"verify"},
                                                       {"choose"},
                                                       {"convert"},
                                                       {"watch"},
                                                       {"roots"},
                                                       {"doctor"},
                                                       {"demo"},
                                                       {"bench"},
                                                       {"bench", "context"},
                                                       {"bench", "trust"},
                                                       {"bench", "handshake"},
                                                       {"bench", "compare"},
                                                       {"run"}};
  for (std::vector<std::string> command : commands) {
    command.push_back("--help");
    const ToolResult result = run_tool(command);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.out, HasSubstr("Example:\n  keyrack " + command[0]));
  }
}

TEST(Usage, WrongUsageExitsWithTwoAndSaysWhy) {
  for (const auto& arguments :
       std::vector<std::vector<std::string>>{{},
                                             {"nonsense"},
                                             {"inspect"},
                                             {"verify"},
                                             {"inspect", "--no-such-option", "x"},
                                             {"roots", "--json", "--pem"},
                                             {"bench"},
                                             {"bench", "context", "--samples", "0"},
                                             {"bench", "context", "--peer", "node"}}) {
    const ToolResult result = run_tool(arguments);
    EXPECT_EQ(result.exit_code, 2) << ::testing::PrintToString(arguments);
    EXPECT_FALSE(result.error.empty());
  }
}

TEST(Usage, HiddenCommandsAreNotListed) {
  EXPECT_THAT(run_tool({"--help"}).out, Not(HasSubstr("bench-worker")));
}

TEST(Manuals, ManPageAndCompletionNameEveryCommand) {
  const std::string page = run_tool({"print-man-page"}).out;
  const std::string completion = run_tool({"print-bash-completion"}).out;
  for (const char* const command :
       {"inspect", "verify", "choose", "convert", "watch", "roots", "doctor", "demo", "run"}) {
    EXPECT_THAT(page, HasSubstr(std::string(".SS keyrack ") + command));
    EXPECT_THAT(completion, HasSubstr(std::string("'keyrack ") + command + "')"));
  }
  EXPECT_THAT(completion, HasSubstr("'keyrack bench context') words='--help --samples"));
}

TEST(Roots, JsonHasDateCountAndList) {
  const ToolResult result = run_tool({"roots", "--json"});
  ASSERT_EQ(result.exit_code, 0);
  const auto json = result.json();
  EXPECT_EQ(json.at("schema_version"), 1);
  EXPECT_GT(json.at("count"), 100);
  EXPECT_EQ(json.at("count"), json.at("roots").size());
  EXPECT_FALSE(json.at("date").get<std::string>().empty());
  EXPECT_EQ(json.at("roots").at(0).at("sha256").get<std::string>().size(), 64u);
}

TEST(Roots, PemReadsBackAsTheSameCertificates) {
  const ToolResult pem = run_tool({"roots", "--pem"});
  const ToolResult same = run_tool(ToolCall{{"roots", "--json", "--diff", "-"}, pem.out});
  EXPECT_EQ(same.exit_code, 0) << same.error;
  EXPECT_TRUE(same.json().at("diff").at("only_bundled").empty());
  EXPECT_TRUE(same.json().at("diff").at("only_file").empty());
}

TEST(Roots, DifferencesAreAFinding) {
  const auto extra = make_certificate({.common_name = "Extra Root", .is_ca = true});
  const ToolResult result = run_tool(ToolCall{{"roots", "--json", "--diff", "-"}, extra.pem()});
  EXPECT_EQ(result.exit_code, 1);
  const auto diff = result.json().at("diff");
  EXPECT_EQ(diff.at("only_file").at(0).at("subject"), "CN=Extra Root");
  EXPECT_EQ(diff.at("only_bundled").size(), result.json().at("count"));
}

TEST(Doctor, JsonHasEveryCheck) {
  const ToolResult result = run_tool({"doctor", "--json"});
  EXPECT_THAT(result.exit_code, ::testing::AnyOf(0, 1)) << result.error;
  std::set<std::string> checks;
  const auto json = result.json();
  for (const auto& check : json.at("checks")) {
    checks.insert(check.at("check").get<std::string>());
    EXPECT_TRUE(check.contains("status") && check.contains("value") && check.contains("advice"));
  }
  for (const char* const name : {"openssl_version", "openssl_defect", "legacy_provider",
                                 "inotify_max_user_watches", "trust_bundle", "environment"}) {
    EXPECT_TRUE(checks.contains(name)) << name;
  }
}

TEST(Doctor, NamesVariablesThatRedirectTrust) {
  const ToolResult result = run_tool(ToolCall{{"doctor"}, "", {"SSL_CERT_FILE=/nowhere/ca.pem"}});
  EXPECT_THAT(result.out, HasSubstr("SSL_CERT_FILE=/nowhere/ca.pem"));
}

}  // namespace
}  // namespace keyrack::cli
