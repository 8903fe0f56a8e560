// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace keyrack {

// The form that a key store's aliases are compared in: ASCII letters in lower case.
std::string fold_alias(std::string_view alias);

// "<uid>.<source>.<alias>": what a PKIX key manager calls an entry. The uid makes every answer
// fresh, so that what was fetched under one is not mistaken for what the same entry became later.
std::string format_alias(std::uint64_t uid, std::size_t source, std::string_view alias);

struct ParsedAlias {
  std::size_t source = 0;
  std::string_view alias;  // may hold dots; a view into what was parsed
};
// Reads back everything but the uid, which may be anything, even nothing. Nothing for a text that
// has no two dots, or where no number from 0 to 2^31 - 1 stands between the first two.
std::optional<ParsedAlias> parse_alias(std::string_view text);

}  // namespace keyrack
