// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace keyrack {

// Gives every entry of a key store an alias of its own. Aliases are found without regard to case
// and shown as they were written. Immutable after the last add(); then for any thread.
class AliasTable {
 public:
  // The alias for entry `index`: `wanted`, or `wanted#2`, `wanted#3`... when others have it.
  std::string add(const std::string& wanted, std::size_t index);
  // The next number, which is what the JDK calls an entry without a name.
  std::string next_number() { return std::to_string(++numbered_); }

  std::optional<std::size_t> find(std::string_view alias) const;

 private:
  std::unordered_map<std::string, std::size_t> entries_;  // by folded alias
  std::unordered_map<std::string, std::size_t> taken_;    // how often each wish was granted
  std::size_t numbered_ = 0;
};

}  // namespace keyrack
