// SPDX-License-Identifier: Apache-2.0
#include "keys/name_selection.h"

#include <algorithm>
#include <tuple>

#include "keys/alias.h"
#include "keys/host_name.h"

namespace keyrack {
namespace {

// The total order, best first: a smaller key is better.
auto rank(const RankedMatch& ranked, CandidateSources sources) {
  const Match& match = ranked.match;
  const auto not_before = match.candidate(sources).leaf.not_before.time_since_epoch().count();
  return std::tuple(match.judgement, ranked.level, match.key_type, -not_before, match.source,
                    match.index);
}

// Keeps the best of what it is shown.
class Search {
 public:
  Search(CandidateSources sources, const SelectionRequest& request, const SelectionRules& rules)
      : sources_(sources), request_(request), rules_(rules) {
    request_.name.clear();  // the level says how the name fits
  }

  void consider(std::size_t source, std::size_t index, NameLevel level) {
    const auto [rejection, match] = evaluate(sources_, source, index, request_, rules_);
    if (rejection != Rejection::kNone) return;
    const RankedMatch ranked{match, level};
    if (!best_ || rank(ranked, sources_) < rank(*best_, sources_)) best_ = ranked;
  }
  bool has_valid() const { return best_ && best_->match.judgement == Judgement::kOk; }
  const std::optional<RankedMatch>& best() const { return best_; }

 private:
  CandidateSources sources_;
  SelectionRequest request_;
  const SelectionRules& rules_;
  std::optional<RankedMatch> best_;
};

void consider_names(Search& search, CandidateSources sources, const SelectionRequest& request) {
  const std::string wildcard = wildcard_form(request.name);
  for (std::size_t source = 0; source < sources.size(); ++source) {
    if (!sources[source]) continue;
    for (const auto index : sources[source]->with_name(request.name)) {
      search.consider(source, index, NameLevel::kExact);
    }
    if (wildcard.empty()) continue;
    for (const auto index : sources[source]->with_name(wildcard)) {
      search.consider(source, index, NameLevel::kWildcard);
    }
  }
}

void consider_addresses(Search& search, CandidateSources sources, const SelectionRequest& request) {
  for (std::size_t source = 0; source < sources.size(); ++source) {
    if (!sources[source]) continue;
    for (const auto index : sources[source]->with_address(request.local_address)) {
      search.consider(source, index, NameLevel::kAddress);
    }
  }
}

void consider_default(Search& search, CandidateSources sources, const NameRules& names) {
  if (names.default_alias.empty()) return;
  for (std::size_t source = 0; source < sources.size(); ++source) {
    if (!sources[source]) continue;
    if (const auto index = sources[source]->with_alias(names.default_alias)) {
      return search.consider(source, *index, NameLevel::kDefault);
    }
  }
}

std::string describe_level(NameLevel level) {
  switch (level) {
    case NameLevel::kExact: return "has exactly the requested name";
    case NameLevel::kWildcard: return "has the requested name by wildcard";
    case NameLevel::kAddress: return "has the local address";
    case NameLevel::kDefault: return "is the default";
    case NameLevel::kOther: return "was not asked for by name";
  }
  return "unknown";
}

}  // namespace

std::optional<RankedMatch> choose_by_name(CandidateSources sources, const SelectionRequest& request,
                                          const SelectionRules& rules, const NameRules& names) {
  Search search(sources, request, rules);
  if (request.name.empty()) {
    consider_addresses(search, sources, request);
  } else {
    consider_names(search, sources, request);
  }
  if (!search.has_valid()) consider_default(search, sources, names);
  if (search.has_valid() || names.refuse_unknown) return search.best();

  const auto other = choose(sources, request, rules);
  const bool is_valid = other && other->judgement <= Judgement::kInsensitive;
  if (other && (is_valid || !search.best())) return RankedMatch{*other, NameLevel::kOther};
  return search.best();
}

bool knows_name(CandidateSources sources, std::string_view name, const NameRules& names) {
  if (!names.default_alias.empty()) return true;
  const std::string wildcard = wildcard_form(name);
  return std::ranges::any_of(sources, [&](const auto& list) {
    return list && (!list->with_name(name).empty() ||
                    (!wildcard.empty() && !list->with_name(wildcard).empty()));
  });
}

NameLevel level_of(const Candidate& candidate, const SelectionRequest& request,
                   const SelectionRules& rules, const NameRules& names) {
  if (!request.name.empty()) {
    const auto match = match_name(candidate.leaf, request.name, rules.judgement.match_common_name);
    if (match == NameMatch::kExact) return NameLevel::kExact;
    if (match == NameMatch::kWildcard) return NameLevel::kWildcard;
  } else if (std::ranges::find(candidate.leaf.addresses, request.local_address) !=
             candidate.leaf.addresses.end()) {
    return NameLevel::kAddress;
  }
  const bool is_default = !names.default_alias.empty() &&
                          fold_alias(names.default_alias) == fold_alias(candidate.alias);
  return is_default ? NameLevel::kDefault : NameLevel::kOther;
}

std::string describe_loss(const RankedMatch& loser, const RankedMatch& winner,
                          CandidateSources sources) {
  const std::string name = "'" + winner.match.candidate(sources).alias + "' ";
  if (loser.match.judgement != winner.match.judgement) {
    return "is " + std::string(to_string(loser.match.judgement)) + ", while " + name + "is " +
           std::string(to_string(winner.match.judgement));
  }
  if (loser.level != winner.level) {
    return describe_level(loser.level) + ", while " + name + describe_level(winner.level);
  }
  if (loser.match.key_type != winner.match.key_type) {
    return name + "is of a key type that comes first";
  }
  const auto not_before = [&](const RankedMatch& ranked) {
    return ranked.match.candidate(sources).leaf.not_before;
  };
  if (winner.level != NameLevel::kOther && not_before(loser) < not_before(winner)) {
    return name + "is newer";
  }
  return name + "comes first in the configured order";
}

}  // namespace keyrack
