// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bench/run.h"

namespace keyrack::bench {

// An SVG of ratios to a baseline as bars that start at 1, with their 95 % intervals; one group of
// bars for each case, logarithmic where they span more than a few times. All rows have the same
// unit, and those without a ratio are left out.
std::string bar_chart(const std::vector<const Row*>& rows);

}  // namespace keyrack::bench
