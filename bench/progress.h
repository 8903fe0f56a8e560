// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace keyrack::bench {

// One line on standard error that says how far a long run is; silent unless that is a terminal.
class Progress {
 public:
  Progress();
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void begin(std::string_view what, std::size_t steps);
  void step();

 private:
  void draw();
  void clear();

  bool is_shown_;
  std::string what_;
  std::size_t steps_ = 0;
  std::size_t done_ = 0;
  std::chrono::steady_clock::time_point drawn_{};
};

}  // namespace keyrack::bench
