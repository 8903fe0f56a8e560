// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cli/contents.h"

namespace keyrack::cli {

// Fills in each private key's chain: the certificate among `entries` that has its public key, then
// the issuers among them, one for each step.
void find_key_chains(std::vector<Entry>& entries);

}  // namespace keyrack::cli
