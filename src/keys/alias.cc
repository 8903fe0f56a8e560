// SPDX-License-Identifier: Apache-2.0
#include "keys/alias.h"

#include <charconv>

namespace keyrack {

std::string fold_alias(std::string_view alias) {
  std::string folded(alias);
  for (char& c : folded) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return folded;
}

std::string format_alias(std::uint64_t uid, std::size_t source, std::string_view alias) {
  return std::to_string(uid) + "." + std::to_string(source) + "." + std::string(alias);
}

std::optional<ParsedAlias> parse_alias(std::string_view text) {
  const std::size_t first = text.find('.');
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t second = text.find('.', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  std::string_view number = text.substr(first + 1, second - first - 1);
  if (number.size() > 1 && number[0] == '+' && number[1] != '-') number.remove_prefix(1);
  std::int32_t source = 0;
  const auto [end, error] = std::from_chars(number.begin(), number.end(), source);
  if (error != std::errc() || end != number.end() || source < 0) return std::nullopt;
  return ParsedAlias{static_cast<std::size_t>(source), text.substr(second + 1)};
}

}  // namespace keyrack
