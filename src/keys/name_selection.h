// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "keys/selection.h"

namespace keyrack {

// What a server does with a name, or a lack of one, that no entry answers.
struct NameRules {
  std::string default_alias = {};  // presented instead; empty: none is named
  bool refuse_unknown = false;
};

// How an entry answers what the client asked for, best first.
enum class NameLevel { kExact, kWildcard, kAddress, kDefault, kOther };

// A match with all that decides between two.
struct RankedMatch {
  Match match;
  NameLevel level = NameLevel::kOther;
};

// The choice of a server in a handshake: the requested name exactly, then by wildcard; without a
// name the local address; then the default; then, unless unknown names are refused, whatever
// choose() finds. At any level a valid certificate beats an invalid one; within a level the order
// is key type, later notBefore, configured order, which is total.
std::optional<RankedMatch> choose_by_name(CandidateSources sources, const SelectionRequest& request,
                                          const SelectionRules& rules, const NameRules& names);

// Whether some entry has the name, exactly or by wildcard, or a default is named: whether a server
// that refuses unknown names may go on. `name` is folded.
bool knows_name(CandidateSources sources, std::string_view name, const NameRules& names);

// What level the entry stands on, whether or not it fits otherwise.
NameLevel level_of(const Candidate& candidate, const SelectionRequest& request,
                   const SelectionRules& rules, const NameRules& names);

// Why `loser` stands behind `winner` in the total order.
std::string describe_loss(const RankedMatch& loser, const RankedMatch& winner,
                          CandidateSources sources);

}  // namespace keyrack
