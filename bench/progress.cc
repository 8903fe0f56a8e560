// SPDX-License-Identifier: Apache-2.0
#include "bench/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace keyrack::bench {

Progress::Progress() : is_shown_(::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() { clear(); }

void Progress::begin(std::string_view what, std::size_t steps) {
  what_ = what;
  steps_ = steps;
  done_ = 0;
  drawn_ = {};
  draw();
}

void Progress::step() {
  ++done_;
  draw();
}

void Progress::draw() {
  // Ten times a second: the drawing must not disturb what is measured.
  const auto now = std::chrono::steady_clock::now();
  if (!is_shown_ || now - drawn_ < std::chrono::milliseconds(100)) return;
  drawn_ = now;
  fmt::print(stderr, "\r\033[K{} {}/{}", what_, done_, steps_);
  std::fflush(stderr);
}

void Progress::clear() {
  if (is_shown_) fmt::print(stderr, "\r\033[K");
}

}  // namespace keyrack::bench
