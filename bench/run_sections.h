// SPDX-License-Identifier: Apache-2.0
// How a run is told to a person: its rows in a few sections with titles, its figures that come
// first, and the comparisons worth making. What a new benchmark adds is said here.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "bench/run.h"

namespace keyrack::bench {

// Rows that share a scale and a subject, in the order in which they were measured.
struct Section {
  std::string title;
  std::string caption;
  std::vector<const Row*> rows;  // of the run
};
std::vector<Section> sections_of(const BenchRun& run);

struct Headline {
  std::string figure;   // "212x"
  std::string meaning;  // what it is, in a few words
};
std::vector<Headline> headlines_of(const BenchRun& run);

// Pairs of variants, the older first.
std::vector<std::pair<std::string, std::string>> comparisons_of(const BenchRun& run);

std::string title_of(const BenchRun& run);
std::string explanation_of(const BenchRun& run);

}  // namespace keyrack::bench
