// SPDX-License-Identifier: Apache-2.0
#include "keys/selection.h"

#include <algorithm>
#include <tuple>

namespace keyrack {
namespace {

// By judgement and key type, then in store order.
bool is_better(const Match& a, const Match& b) {
  return std::tie(a.judgement, a.key_type, a.source, a.index) <
         std::tie(b.judgement, b.key_type, b.source, b.index);
}

bool is_perfect(const Match& match) {
  return match.judgement == Judgement::kOk && match.key_type == 0;
}

std::size_t size_of(CandidateSources sources, std::size_t source) {
  return sources[source] ? sources[source]->candidates().size() : 0;
}

}  // namespace

Evaluation evaluate(CandidateSources sources, std::size_t source, std::size_t index,
                    const SelectionRequest& request, const SelectionRules& rules) {
  const Candidate& candidate = sources[source]->candidates()[index];
  const Admission admission = admit(candidate, request);
  if (admission.rejection != Rejection::kNone) return {admission.rejection, {}};
  const Rejection violated = check_constraints(candidate, request, rules.constraints);
  if (violated != Rejection::kNone) return {violated, {}};
  const Judgement judgement =
      judge(candidate, request.role, request.now, request.name, rules.judgement);
  return {Rejection::kNone, {source, index, judgement, admission.key_type}};
}

std::optional<Match> choose(CandidateSources sources, const SelectionRequest& request,
                            const SelectionRules& rules) {
  std::optional<Match> best;
  for (std::size_t source = 0; source < sources.size(); ++source) {
    std::optional<Match> first;
    for (std::size_t index = 0; index < size_of(sources, source); ++index) {
      const auto [rejection, match] = evaluate(sources, source, index, request, rules);
      if (rejection != Rejection::kNone) continue;
      if (is_perfect(match)) return match;
      if (!first) first = match;
      if (!best || is_better(match, *best)) best = match;
    }
    if (first && first->judgement == Judgement::kOk) return first;
  }
  return best;
}

std::vector<Match> list(CandidateSources sources, const SelectionRequest& request,
                        const SelectionRules& rules) {
  std::vector<Match> found;
  for (std::size_t source = 0; source < sources.size(); ++source) {
    for (std::size_t index = 0; index < size_of(sources, source); ++index) {
      const Candidate& candidate = sources[source]->candidates()[index];
      const Admission admission = admit(candidate, request);
      if (admission.rejection != Rejection::kNone) continue;
      const Judgement judgement = judge(candidate, request.role, request.now, {}, rules.judgement);
      found.push_back({source, index, judgement, admission.key_type});
    }
  }
  std::ranges::sort(found, is_better);
  return found;
}

}  // namespace keyrack
