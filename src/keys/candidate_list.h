// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bytes/byte_view.h"
#include "keys/candidate.h"

namespace keyrack {

// The candidates of one source in store order, with indexes by name, address and alias: a choice
// among thousands of names costs no more than one among a few. Immutable, for any thread.
class CandidateList {
 public:
  explicit CandidateList(std::vector<Candidate> candidates, bool match_common_name = true);

  std::span<const Candidate> candidates() const { return candidates_; }
  // Those with exactly this name, in store order. Folded; "*.example.com" is a name like any other.
  std::span<const std::uint32_t> with_name(std::string_view name) const;
  std::span<const std::uint32_t> with_address(ByteView address) const;
  // Without regard to case, as key stores look up.
  std::optional<std::uint32_t> with_alias(std::string_view alias) const;

 private:
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  using Index =
      std::unordered_map<std::string, std::vector<std::uint32_t>, TextHash, std::equal_to<>>;
  static std::span<const std::uint32_t> find(const Index& index, std::string_view key);

  std::vector<Candidate> candidates_;
  Index names_;
  Index addresses_;
  Index aliases_;
};

}  // namespace keyrack
