// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/key_manager.h>

#include "keys/name_selection.h"

namespace keyrack {

// What a handshake with the request gets, and why each other candidate lost.
Explanation explain(CandidateSources sources, const SelectionRequest& request,
                    const SelectionRules& rules, const NameRules& names);

}  // namespace keyrack
