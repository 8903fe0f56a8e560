// SPDX-License-Identifier: Apache-2.0
#include "trust/trust_store_state.h"

#include <algorithm>
#include <utility>

namespace keyrack {

bool TrustStore::State::Part::hides(std::uint32_t entry) const {
  return std::ranges::binary_search(hidden, entry);
}

TrustStore::State::State(std::shared_ptr<const TrustIndex> index, std::vector<Error> problems)
    : problems_(std::move(problems)) {
  append(index);
}

bool TrustStore::State::has(ByteView der) const {
  return std::ranges::any_of(
      parts_, [der](const Part& part) { return part.index->find_der(der) != kNoEntry; });
}

void TrustStore::State::append(const std::shared_ptr<const TrustIndex>& index) {
  const auto is_index = [&](const Part& part) { return part.index == index; };
  if (index->size() == 0 || std::ranges::any_of(parts_, is_index)) return;
  Part part{index, {}};
  for (std::uint32_t entry = 0; !parts_.empty() && entry < index->size(); ++entry) {
    if (has(index->view().der(entry))) part.hidden.push_back(entry);
  }
  if (part.hidden.size() == index->size()) return;
  size_ += index->size() - part.hidden.size();
  parts_.push_back(std::move(part));
}

void TrustStore::State::add_problems(const std::vector<Error>& problems) {
  problems_.insert(problems_.end(), problems.begin(), problems.end());
}

}  // namespace keyrack
