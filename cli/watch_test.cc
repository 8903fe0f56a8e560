// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "cli/tool_process.h"
#include "tests/support/certificate_maker.h"
#include "tests/support/temporary_folder.h"

namespace keyrack::cli {
namespace {

using testing::TemporaryFolder;

class WatchCommand : public ::testing::Test {
 protected:
  // Runs the tool while `change` is called again and again.
  static ToolResult run_while(std::vector<std::string> arguments,
                              const std::function<void(int)>& change) {
    std::atomic<bool> is_done = false;
    std::jthread changing([&] {
      for (int i = 0; !is_done; ++i) {
        change(i);
        // Longer than the quiet period: each state can be taken up.
        std::this_thread::sleep_for(std::chrono::milliseconds(400));
      }
    });
    ToolResult result = run_tool(std::move(arguments));
    is_done = true;
    return result;
  }
  static std::vector<nlohmann::ordered_json> lines_of(const ToolResult& result) {
    std::vector<nlohmann::ordered_json> lines;
    std::istringstream out(result.out);
    for (std::string line; std::getline(out, line);) {
      lines.push_back(nlohmann::ordered_json::parse(line));
    }
    return lines;
  }

  TemporaryFolder folder_;
  const std::string good_ = testing::make_certificate({.common_name = "watched"}).pem();
  const std::string path_ = folder_.write("a.pem", good_).string();
};

TEST_F(WatchCommand, PrintsALineOfJsonForEachEvent) {
  const ToolResult result = run_while({"watch", "--json", "--count", "3", path_}, [this](int i) {
    folder_.write("a.pem", i % 2 == 0 ? good_ : good_.substr(0, good_.size() / 2));
  });
  EXPECT_EQ(result.exit_code, 0) << result.error;
  const auto lines = lines_of(result);
  ASSERT_GE(lines.size(), 3u);
  bool has_failed = false;
  for (const auto& line : lines) {
    EXPECT_EQ(line.at("schema_version"), 1);
    EXPECT_EQ(line.at("path"), path_);
    if (line.at("event") != "failed") continue;
    has_failed = true;
    EXPECT_EQ(line.at("reason"), "invalid");
    EXPECT_TRUE(line.contains("message"));
  }
  EXPECT_TRUE(has_failed);
}

TEST_F(WatchCommand, SaysWhatHappenedInWords) {
  const ToolResult result =
      run_while({"watch", "--count", "2", path_}, [this](int) { std::filesystem::remove(path_); });
  EXPECT_EQ(result.exit_code, 0) << result.error;
  EXPECT_NE(result.out.find("missing"), std::string::npos) << result.out;
}

TEST_F(WatchCommand, NeedsAPath) { EXPECT_EQ(run_tool({"watch"}).exit_code, 2); }

}  // namespace
}  // namespace keyrack::cli
