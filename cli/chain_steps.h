// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cli/verdict.h"

namespace keyrack::cli {

// For each certificate of the chain that libcrypto built (`built`, the leaf first) everybody who
// could have issued it, the presented certificates first, and why each but one fell.
std::vector<ChainStep> explain_chain(const VerifyRequest& request, const TrustStore& trust,
                                     STACK_OF(X509) * built);

}  // namespace keyrack::cli
