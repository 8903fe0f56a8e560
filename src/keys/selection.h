// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/key_request.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "keys/candidate_list.h"
#include "keys/judgement.h"
#include "keys/rejection.h"
#include "keys/selection_request.h"

namespace keyrack {

struct SelectionRules {
  JudgementRules judgement;
  ConstraintRules constraints;
};

// The entries to choose from, source by source. Null: the source cannot be read now, and has none.
using CandidateSources = std::span<const std::shared_ptr<const CandidateList>>;

// One entry that may be presented.
struct Match {
  std::size_t source = 0;
  std::size_t index = 0;  // within the source's list
  Judgement judgement = Judgement::kOk;
  std::size_t key_type = 0;  // which of the requested

  const Candidate& candidate(CandidateSources sources) const {
    return sources[source]->candidates()[index];
  }
};

// The entry as a match, or why it is none.
struct Evaluation {
  Rejection rejection = Rejection::kNone;
  Match match;
};
Evaluation evaluate(CandidateSources sources, std::size_t source, std::size_t index,
                    const SelectionRequest& request, const SelectionRules& rules);

// The choice as the PKIX key manager of JDK 17 makes it (tests/interop compares them). For one key
// type: the first ok entry of the first source that has one; otherwise the best imperfect one.
//
// With several key types source order still beats key type, and two details are the JDK's: within a
// source an ok entry of the first key type beats earlier ok ones of others, and a source whose
// first match is imperfect wins at once by such an entry alone; its other ok entries are weighed,
// with everything else, at the end: by judgement, then key type, then order.
std::optional<Match> choose(CandidateSources sources, const SelectionRequest& request,
                            const SelectionRules& rules);

// Every entry of the key types and issuers, best first, whatever the constraints and the name.
std::vector<Match> list(CandidateSources sources, const SelectionRequest& request,
                        const SelectionRules& rules);

}  // namespace keyrack
