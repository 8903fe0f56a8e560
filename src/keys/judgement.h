// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/key_request.h>

#include <chrono>
#include <string_view>

#include "keys/candidate.h"

namespace keyrack {

struct JudgementRules {
  // An EC server certificate must allow keyAgreement too, which ECDHE does not need: the JDK's way.
  bool jdk_compatible_usage = false;
  // A common name counts as a DNS name where the SAN has none.
  bool match_common_name = true;
};

// How the leaf's names answer a requested one.
enum class NameMatch { kExact, kWildcard, kNone };
// `name` is folded.
NameMatch match_name(const LeafTraits& leaf, std::string_view name, bool match_common_name);

// The leaf's worth for the role at this time. `name` is folded; an empty one fits every leaf.
Judgement judge(const Candidate& candidate, Role role, std::chrono::sys_seconds now,
                std::string_view name, const JudgementRules& rules);

}  // namespace keyrack
