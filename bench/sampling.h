// SPDX-License-Identifier: Apache-2.0
// Taking samples so that variants can be compared: one after the other, round by round.
#pragma once

#include <time.h>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/progress.h"
#include "bench/run.h"

namespace keyrack::bench {

// How many samples of each kind.
struct SampleCounts {
  std::size_t fresh = 20;    // each in a process of its own
  std::size_t steady = 200;  // in one process
};

// Nanoseconds of a clock that nobody sets.
inline double now_ns() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

// Microseconds that `work` takes.
template <typename Work>
double time_us(Work&& work) {
  const double start = now_ns();
  work();
  return (now_ns() - start) / 1000;
}

struct Variant {
  std::string name;
  std::function<double()> sample;  // takes one, in the unit of the row
};

struct RowShape {
  Parameters parameters;
  std::string phase;
  std::string unit = "us";
  std::string baseline;
};

// What comes before each sample, unmeasured.
enum class Before {
  kNothing,  // the sample is of a process that has just started
  kOneRun,   // the variant itself, so that it does not start on the caches that another left behind
};

// One row for each variant: A B A B ... with `count` samples of each.
std::vector<Row> alternate(const RowShape& shape, const std::vector<Variant>& variants,
                           std::size_t count, Before before, Progress& progress);

}  // namespace keyrack::bench
