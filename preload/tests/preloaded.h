// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace keyrack::testing {

enum class Preload {
  kNone,
  kSilent,
  kLogging,    // tells on standard error what it does
  kTurnedOff,  // there, told to log and to do nothing
};

struct Outcome {
  std::optional<int> exit_status;  // nothing when a signal ended it, or it did not end in time
  std::string output;              // and errors

  friend bool operator==(const Outcome&, const Outcome&) = default;
};
std::ostream& operator<<(std::ostream& out, const Outcome& outcome);

// The command that runs a program from the PATH with the preload library or without. `variables`
// are "NAME=value".
std::vector<std::string> preloaded(const std::vector<std::string>& command, Preload preload,
                                   const std::vector<std::string>& variables = {});

// Runs it to its end.
Outcome run(const std::vector<std::string>& command, Preload preload,
            const std::vector<std::string>& variables = {});

}  // namespace keyrack::testing
