// SPDX-License-Identifier: Apache-2.0
// Runs a program to its end and measures it.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace keyrack::cli {

struct RunCost {
  double wall_ms = 0;
  double cpu_ms = 0;     // user and system, with the children that it waited for
  double peak_mib = 0;   // resident; never less than what this tool itself takes
  int exit_status = -1;  // -1: ended by a signal
};

// With LD_PRELOAD set to `preload`, or as this process has it when that is empty. The program gets
// no input, and what it prints is dropped. Throws CommandFailure when it cannot be run.
RunCost run_and_measure(const std::vector<std::string>& words, const std::string& preload);

// What the preload library counted in one more run.
struct PreloadCounts {
  unsigned long long indexed = 0;
  unsigned long long parsed = 0;
};
// Nothing when it did nothing.
std::optional<PreloadCounts> count_preloaded(const std::vector<std::string>& words,
                                             const std::string& preload);

// What a program prints on its standard output.
std::string output_of(const std::vector<std::string>& words);

}  // namespace keyrack::cli
