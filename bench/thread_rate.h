// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace keyrack::bench {

// What one thread does over and over.
using Work = std::function<void()>;

// How often all threads together do their work in a second, each doing it `repeats` times on a
// processor of its own, as far as there are that many. Rethrows what a thread threw.
double thread_rate(const std::vector<Work>& threads, std::size_t repeats);

}  // namespace keyrack::bench
