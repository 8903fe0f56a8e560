// SPDX-License-Identifier: Apache-2.0
// Smoke runs of the benchmarks through the real tool, with few samples.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "cli/tool_process.h"
#include "tests/support/certificate_maker.h"
#include "tests/support/temporary_folder.h"

namespace keyrack::cli {
namespace {

using ::testing::HasSubstr;
using namespace keyrack::testing;

// A bundle of a few roots: what plain OpenSSL does with it is quick.
std::string small_bundle() {
  std::string pem;
  for (const char* const name : {"Bundle Root 1", "Bundle Root 2", "Bundle Root 3"}) {
    pem += make_certificate({.common_name = name, .is_ca = true}).pem();
  }
  return pem;
}

// Where no peer is found.
const std::vector<std::string> kNoPeers{"PATH=/nowhere"};

std::set<std::string> variants_of(const nlohmann::ordered_json& json, const std::string& phase) {
  std::set<std::string> variants;
  for (const auto& row : json.at("rows")) {
    if (row.at("phase") == phase) variants.insert(row.at("variant").get<std::string>());
  }
  return variants;
}

TEST(BenchHandshake, MeasuresEveryManagerAndCountsDerivations) {
  const ToolResult result = run_tool(ToolCall{
      {"bench", "handshake", "--samples", "2", "--entries", "2", "--json", "-"}, "", kNoPeers});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto json = result.json();
  EXPECT_EQ(json.at("bench"), "handshake");
  EXPECT_EQ(variants_of(json, "steady"),
            (std::set<std::string>{"raw", "SunX509", "PKIX", "PKIX-uncached"}));
  EXPECT_EQ(variants_of(json, "fresh manager"), (std::set<std::string>{"PKIX", "SunX509"}));
  EXPECT_EQ(variants_of(json, "fresh process"), (std::set<std::string>{"file", "PKIX", "SunX509"}))
      << "resident memory";
  EXPECT_EQ(json.at("targets").at(0).at("measured"), 3) << "MAC, certificates, one key";
}

TEST(BenchHandshake, PrintsTheColumnsOfJmhForAnyKeyAndNumberOfThreads) {
  const ToolResult result = run_tool(ToolCall{{"bench", "handshake", "--samples", "1", "--entries",
                                               "1", "--threads", "2", "--key", "rsa2048"},
                                              "",
                                              kNoPeers});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  std::vector<std::string> words;
  std::istringstream text(result.out.substr(result.out.find("(keyMgr)")));
  for (std::string word; words.size() < 10 && text >> word;) words.push_back(word);
  EXPECT_THAT(words, ::testing::ElementsAre("(keyMgr)", "(resume)", "(tlsVersion)", "(entries)",
                                            "(threads)", "Mode", "Cnt", "Score", "Error", "Units"));
}

TEST(BenchContext, MeasuresEveryCaseAndSavesEverySample) {
  const TemporaryFolder folder;
  const auto bundle = folder.write("bundle.pem", small_bundle());
  const auto page = folder.path() / "report.html";
  const ToolResult result =
      run_tool(ToolCall{{"bench", "context", "--samples", "3", "--fresh-samples", "2", "--bundle",
                         bundle.string(), "--json", "-", "--html", page.string()},
                        "",
                        kNoPeers});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto json = result.json();
  EXPECT_EQ(json.at("bench"), "context");
  const std::set<std::string> own{"bare", "openssl-old", "openssl-pr", "keyrack"};
  EXPECT_EQ(variants_of(json, "first call"), own);
  EXPECT_EQ(variants_of(json, "steady"), own);
  std::set<std::string> first_calls;
  for (const auto& row : json.at("rows")) {
    const bool is_first = row.at("phase") == "first call";
    EXPECT_EQ(row.at("samples").size(), is_first ? 2u : 3u);
    if (!is_first) continue;
    first_calls.insert(row.at("case").at("ca").get<std::string>() + "/" +
                       row.at("case").at("n").dump());
  }
  EXPECT_EQ(first_calls, (std::set<std::string>{"0/1", "0/5", "1/1", "1/5", "bundle/1"}));
  EXPECT_GE(json.at("targets").size(), 12u);
  EXPECT_EQ(json.at("notes").size(), 2u) << "node and bun are left out, and both are named";
  EXPECT_TRUE(std::ifstream(page).good());
}

TEST(BenchTrust, MeasuresEveryOperation) {
  const TemporaryFolder folder;
  const auto bundle = folder.write("bundle.pem", small_bundle());
  const ToolResult result = run_tool({"bench", "trust", "--samples", "3", "--bundle",
                                      bundle.string(), "--contexts", "1,5", "--json", "-"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  std::set<std::string> operations;
  const auto json = result.json();
  for (const auto& row : json.at("rows")) {
    operations.insert(row.at("case").at("operation").get<std::string>());
  }
  EXPECT_EQ(operations, (std::set<std::string>{"index", "attach", "first verification",
                                               "verification", "look-up", "memory"}));
  EXPECT_EQ(json.at("targets").size(), 3u);
}

TEST(BenchContext, MeasuresAPeerThatIsThere) {
  if (std::system("command -v node > /dev/null") != 0) GTEST_SKIP() << "node is not installed";
  const TemporaryFolder folder;
  const auto bundle = folder.write("bundle.pem", small_bundle());
  const ToolResult result = run_tool({"bench", "context", "--samples", "2", "--fresh-samples", "1",
                                      "--bundle", bundle.string(), "--json", "-"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  EXPECT_TRUE(variants_of(result.json(), "steady").contains("node"));
  EXPECT_TRUE(variants_of(result.json(), "first call").contains("node"));
  EXPECT_TRUE(result.json().at("versions").contains("node"));
}

TEST(BenchContext, PeerThatDoesNotAnswerIsAnErrorThatNamesIt) {
  const TemporaryFolder folder;
  const auto bundle = folder.write("bundle.pem", small_bundle());
  const ToolResult result =
      run_tool({"bench", "context", "--bundle", bundle.string(), "--peer", "node=/bin/false"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.error, HasSubstr("/bin/false"));
}

TEST(BenchCompare, ComparesSavedRunsInTheFormOfCompareJs) {
  const TemporaryFolder folder;
  const auto bundle = folder.write("bundle.pem", small_bundle());
  const auto save = [&](const char* name) {
    const auto file = folder.path() / name;
    EXPECT_EQ(run_tool(ToolCall{{"bench", "context", "--samples", "3", "--fresh-samples", "2",
                                 "--bundle", bundle.string(), "--json", file.string()},
                                "",
                                kNoPeers})
                  .exit_code,
              0);
    return file.string();
  };
  const std::string before = save("old.json");
  const std::string after = save("new.json");
  const ToolResult text = run_tool({"bench", "compare", before, after});
  EXPECT_EQ(text.exit_code, 0) << text.error;
  EXPECT_THAT(text.out, HasSubstr("confidence  improvement  accuracy (*)"));
  const ToolResult json = run_tool({"bench", "compare", "--json", before, after});
  EXPECT_EQ(json.json().at("schema_version"), 1);
  EXPECT_GT(json.json().at("comparisons").size(), 20u);
}

TEST(BenchCompare, WhatIsNoSavedRunExitsWithThree) {
  const TemporaryFolder folder;
  for (const char* const content : {"", "{}", "not json"}) {
    const auto file = folder.write("run.json", content);
    EXPECT_EQ(run_tool({"bench", "compare", file.string(), file.string()}).exit_code, 3) << content;
  }
}

}  // namespace
}  // namespace keyrack::cli
