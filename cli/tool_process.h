// SPDX-License-Identifier: Apache-2.0
// Runs the real tool in tests.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace keyrack::cli {

struct ToolResult {
  int exit_code = -1;  // -1: ended by a signal
  std::string out;
  std::string error;
  // What it printed, which must be JSON.
  nlohmann::ordered_json json() const { return nlohmann::ordered_json::parse(out); }
};

struct ToolCall {
  std::vector<std::string> arguments;
  std::string input = {};                     // on standard input, which is never a terminal
  std::vector<std::string> environment = {};  // "NAME=value", beside the test's own variables
  std::string folder = {};                    // to run in; empty: the test's own
};

// Aborts the test when the tool cannot be started; ends it after a minute (a prompt would wait).
ToolResult run_tool(const ToolCall& call);
inline ToolResult run_tool(std::vector<std::string> arguments) {
  return run_tool(ToolCall{std::move(arguments)});
}

}  // namespace keyrack::cli
