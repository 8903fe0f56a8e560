// SPDX-License-Identifier: Apache-2.0
// Runs a program to its end and measures it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keyrack::cli {

struct RunCost {
  double wall_ms = 0;
  double cpu_ms = 0;     // user and system, with the children that it waited for
  double peak_mib = 0;   // resident; never less than what this tool itself takes
  int exit_status = -1;  // -1: ended by a signal
};

struct Invocation {
  std::vector<std::string> words;      // the program and its arguments
  std::vector<std::string> variables;  // "NAME=value", in the place of this process's own
};

// The program gets no input, and what it prints is dropped. Throws CommandFailure when it cannot be
// run.
RunCost run_and_measure(const Invocation& invocation);

// What the preload library counted in one more run.
struct PreloadCounts {
  unsigned long long indexed = 0;
  unsigned long long parsed = 0;
};
// Nothing when it did nothing.
std::optional<PreloadCounts> count_preloaded(const Invocation& preloaded);

// The same with `part` replaced by `other` in every word, and in every variable that this process
// hands on.
Invocation with_replaced(const Invocation& invocation, std::string_view part,
                         std::string_view other);

// What a program prints on its standard output.
std::string output_of(const std::vector<std::string>& words);

}  // namespace keyrack::cli
