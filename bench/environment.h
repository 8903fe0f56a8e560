// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace keyrack::bench {

// Environment variables that change which certificates some program trusts, or what OpenSSL loads.
std::span<const char* const> trust_variables();

// Those of them that are set in this process, with their values.
std::vector<std::pair<std::string, std::string>> trust_variables_set();

// Removes them from this process, and so from those that it starts. Not while other threads run.
void remove_trust_variables();

}  // namespace keyrack::bench
