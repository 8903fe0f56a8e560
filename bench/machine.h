// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "bench/run.h"

namespace keyrack::bench {

Machine this_machine();

// keyrack, the OpenSSL in use and the compiler.
std::vector<std::pair<std::string, std::string>> own_versions();

// Memory of this process that is resident now, in KiB; 0 where the system does not tell.
double resident_kib();

// Memory that could be used without swapping, in KiB; 0 where the system does not tell.
double available_kib();

}  // namespace keyrack::bench
