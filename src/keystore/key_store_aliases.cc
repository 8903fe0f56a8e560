// SPDX-License-Identifier: Apache-2.0
#include "keystore/key_store_aliases.h"

#include "keystore/pkcs12_utf.h"

namespace keyrack {

std::string AliasTable::add(const std::string& wanted, std::size_t index) {
  // Counted for each wish, so that many equal ones do not try all numbers before theirs again.
  std::size_t& count = taken_[fold_case(wanted)];
  std::string alias = wanted;
  do {
    ++count;
    if (count > 1) alias = wanted + "#" + std::to_string(count);
  } while (!entries_.try_emplace(fold_case(alias), index).second);
  return alias;
}

std::optional<std::size_t> AliasTable::find(std::string_view alias) const {
  const auto found = entries_.find(fold_case(alias));
  return found == entries_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace keyrack
