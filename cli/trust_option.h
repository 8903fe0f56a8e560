// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/trust_store.h>

#include <string>
#include <vector>

#include "cli/password_option.h"

namespace keyrack::cli {

// The merged trust of `sources`: "bundled", "system", or a file in any form ("-": standard input).
// A key store that needs a password gets it from `password`. Throws CommandFailure.
TrustStore open_trust(const std::vector<std::string>& sources, const PasswordOption& password);

}  // namespace keyrack::cli
