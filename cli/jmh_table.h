// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bench/run.h"

namespace keyrack::cli {

// Whether a row is a rate of handshakes, which the JDK's own benchmark reports too.
bool is_handshake_rate(const bench::Row& row);

// Such rows in the columns of JMH, then the ratio to the baseline.
std::string render_jmh_table(const std::vector<const bench::Row*>& rows);

}  // namespace keyrack::cli
