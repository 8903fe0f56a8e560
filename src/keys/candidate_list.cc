// SPDX-License-Identifier: Apache-2.0
#include "keys/candidate_list.h"

#include <utility>

#include "keys/alias.h"

namespace keyrack {

CandidateList::CandidateList(std::vector<Candidate> candidates, bool match_common_name)
    : candidates_(std::move(candidates)) {
  for (std::uint32_t i = 0; i < candidates_.size(); ++i) {
    const LeafTraits& leaf = candidates_[i].leaf;
    for (const std::string& name : leaf.dns_names) names_[name].push_back(i);
    if (leaf.dns_names.empty() && match_common_name && !leaf.common_name.empty()) {
      names_[leaf.common_name].push_back(i);
    }
    for (const auto& address : leaf.addresses) {
      addresses_[std::string(as_text(address))].push_back(i);
    }
    aliases_[fold_alias(candidates_[i].alias)].push_back(i);
  }
}

std::span<const std::uint32_t> CandidateList::find(const Index& index, std::string_view key) {
  const auto found = index.find(key);
  if (found == index.end()) return {};
  return found->second;
}

std::span<const std::uint32_t> CandidateList::with_name(std::string_view name) const {
  return find(names_, name);
}

std::span<const std::uint32_t> CandidateList::with_address(ByteView address) const {
  return find(addresses_, as_text(address));
}

std::optional<std::uint32_t> CandidateList::with_alias(std::string_view alias) const {
  const auto found = find(aliases_, fold_alias(alias));
  if (found.empty()) return std::nullopt;
  return found.front();
}

}  // namespace keyrack
