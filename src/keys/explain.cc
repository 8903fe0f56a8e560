// SPDX-License-Identifier: Apache-2.0
#include "keys/explain.h"

namespace keyrack {
namespace {

std::optional<RankedMatch> winner_of(CandidateSources sources, const SelectionRequest& request,
                                     const SelectionRules& rules, const NameRules& names) {
  if (request.role == Role::kServer) return choose_by_name(sources, request, rules, names);
  const auto match = choose(sources, request, rules);
  if (!match) return std::nullopt;
  return RankedMatch{*match, NameLevel::kOther};
}

std::string why(const RankedMatch& ranked, const std::optional<RankedMatch>& winner,
                CandidateSources sources) {
  if (!winner) return "does not have the requested name, and unknown names are refused";
  const Match& match = ranked.match;
  if (match.source == winner->match.source && match.index == winner->match.index) return "chosen";
  return describe_loss(ranked, *winner, sources);
}

}  // namespace

Explanation explain(CandidateSources sources, const SelectionRequest& request,
                    const SelectionRules& rules, const NameRules& names) {
  const auto winner = winner_of(sources, request, rules, names);
  Explanation explanation;
  for (std::size_t source = 0; source < sources.size(); ++source) {
    const std::size_t size = sources[source] ? sources[source]->candidates().size() : 0;
    for (std::size_t index = 0; index < size; ++index) {
      const Candidate& candidate = sources[source]->candidates()[index];
      const auto [rejection, match] = evaluate(sources, source, index, request, rules);
      CandidateReport report{.alias = candidate.alias,
                             .source = source,
                             .judgement = {},
                             .reason = describe(rejection, candidate)};
      if (rejection == Rejection::kNone) {
        report.judgement = match.judgement;
        const RankedMatch ranked{match, level_of(candidate, request, rules, names)};
        report.reason = why(ranked, winner, sources);
        if (report.reason == "chosen") explanation.chosen = report;
      }
      explanation.candidates.push_back(std::move(report));
    }
  }
  return explanation;
}

}  // namespace keyrack
