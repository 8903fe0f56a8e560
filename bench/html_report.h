// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bench/run.h"

namespace keyrack::bench {

// One self-contained page about all of `runs`: claims and verdicts, charts, every number, the
// machine, versions and date. Loads nothing; light or dark as the reader's system is.
std::string html_report(const std::vector<BenchRun>& runs);

// The page's style sheet.
std::string_view html_style();

}  // namespace keyrack::bench
