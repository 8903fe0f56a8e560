// SPDX-License-Identifier: Apache-2.0
#include "bench/run_json.h"

#include <gtest/gtest.h>

namespace keyrack::bench {
namespace {

BenchRun sample_run() {
  BenchRun run = start_run("context");
  run.rows = {{{{"ca", "bundle"}, {"n", 1}}, "bare", "steady", "us", {100, 110, 120}, "bare"},
              {{{"ca", "bundle"}, {"n", 1}}, "keyrack", "steady", "us", {110, 121, 132}, "bare"}};
  run.targets = {{"claim", true, 1.2, 1.1}};
  run.notes = {"bun is left out."};
  summarize(run);
  return run;
}

TEST(RunJson, HasTheFieldsThatOthersRelyOn) {
  const auto json = to_json(sample_run());
  EXPECT_EQ(json.at("schema_version"), 1);
  EXPECT_EQ(json.at("bench"), "context");
  for (const char* const field : {"cpus", "model", "os"}) {
    EXPECT_TRUE(json.at("machine").contains(field)) << field;
  }
  EXPECT_TRUE(json.at("versions").contains("openssl"));
  const auto& row = json.at("rows").at(1);
  EXPECT_EQ(row.at("case"), (nlohmann::ordered_json{{"ca", "bundle"}, {"n", 1}}));
  EXPECT_EQ(row.at("variant"), "keyrack");
  EXPECT_EQ(row.at("phase"), "steady");
  EXPECT_EQ(row.at("unit"), "us");
  EXPECT_EQ(row.at("samples").size(), 3u);
  EXPECT_EQ(row.at("median"), 121);
  EXPECT_NEAR(row.at("p10").get<double>(), 112.2, 1e-9);
  EXPECT_NEAR(row.at("ratio").get<double>(), 1.1, 1e-9);
  EXPECT_TRUE(row.at("ratio_low").is_number());
  EXPECT_TRUE(row.at("ratio_high").is_number());
  EXPECT_EQ(row.at("baseline"), "bare");
}

TEST(RunJson, ReadsBackWhatItWrote) {
  const auto json = to_json(sample_run());
  const Result<BenchRun> run = run_from_json(json);
  ASSERT_TRUE(run.has_value());
  EXPECT_EQ(to_json(*run), json);
}

TEST(RunJson, OtherJsonIsRefusedWithAReason) {
  for (const char* const text :
       {"[]", "{}", "null", R"({"schema_version": 99})", R"({"schema_version": 1, "bench": 5})"}) {
    const Result<BenchRun> run = run_from_json(nlohmann::ordered_json::parse(text));
    ASSERT_FALSE(run.has_value()) << text;
    EXPECT_EQ(run.error().code, ErrorCode::kBadOption);
    EXPECT_FALSE(run.error().message.empty());
  }
}

}  // namespace
}  // namespace keyrack::bench
