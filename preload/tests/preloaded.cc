// SPDX-License-Identifier: Apache-2.0
#include "preload/tests/preloaded.h"

#include <ostream>

#include "tests/support/child_process.h"

namespace keyrack::testing {

std::ostream& operator<<(std::ostream& out, const Outcome& outcome) {
  return out << "exit status " << outcome.exit_status.value_or(-1) << ":\n" << outcome.output;
}

std::vector<std::string> preloaded(const std::vector<std::string>& command, Preload preload,
                                   const std::vector<std::string>& variables) {
  std::vector<std::string> whole{"env"};
  whole.insert(whole.end(), variables.begin(), variables.end());
  if (preload != Preload::kNone) whole.push_back("LD_PRELOAD=" KEYRACK_PRELOAD);
  if (preload == Preload::kTurnedOff) whole.push_back("KEYRACK_PRELOAD=off");
  if (preload == Preload::kLogging || preload == Preload::kTurnedOff) {
    whole.push_back("KEYRACK_PRELOAD_LOG=stderr");
  }
  whole.insert(whole.end(), command.begin(), command.end());
  return whole;
}

Outcome run(const std::vector<std::string>& command, Preload preload,
            const std::vector<std::string>& variables) {
  constexpr int kSeconds = 120;  // on a busy machine under a sanitizer
  ChildProcess process(preloaded(command, preload, variables));
  const auto status = process.wait(in_seconds(kSeconds));
  return {status, process.output()};
}

}  // namespace keyrack::testing
