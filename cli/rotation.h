// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench/run.h"

namespace keyrack::cli {

// Replaces a server's key store several times, by rename, while four threads shake hands with it
// without pause: how many failed, and how long each new key took to be presented. Throws
// CommandFailure when it cannot be set up.
bench::BenchRun rotate_under_load();

}  // namespace keyrack::cli
