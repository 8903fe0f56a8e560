// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace keyrack::testing {

// The path of a program: found in PATH, or as it is when it has a slash. Nothing when it is not
// installed.
std::optional<std::string> find_tool(const std::string& name);

struct ToolResult {
  int exit_code = -1;
  std::string output;  // of both streams
};

// Runs a program to its end, without a shell and without a terminal; standard input is empty.
ToolResult run_tool(const std::vector<std::string>& command);

// For the start of a test: skips it by name when a tool is missing, but fails it in continuous
// integration (CI=true), where all are installed. Use KEYRACK_REQUIRE_TOOL(keytool, "keytool").
bool is_continuous_integration();

}  // namespace keyrack::testing

#define KEYRACK_REQUIRE_TOOL(variable, name)                                             \
  const std::optional<std::string> variable##_found = keyrack::testing::find_tool(name); \
  if (!variable##_found) {                                                               \
    if (keyrack::testing::is_continuous_integration()) FAIL() << name << " is missing";  \
    GTEST_SKIP() << name << " is not installed";                                         \
  }                                                                                      \
  const std::string& variable = *variable##_found
