// SPDX-License-Identifier: Apache-2.0
#include "keys/host_name.h"

#include <algorithm>

namespace keyrack {

std::string fold_host_name(std::string_view name) {
  if (name.ends_with('.')) name.remove_suffix(1);
  std::string folded(name);
  std::ranges::transform(folded, folded.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return folded;
}

std::string wildcard_form(std::string_view name) {
  const std::size_t dot = name.find('.');
  if (dot == 0 || dot == std::string_view::npos) return {};
  const std::string_view parent = name.substr(dot);
  const bool is_top_level = parent.find('.', 1) == std::string_view::npos;
  return is_top_level ? std::string() : "*" + std::string(parent);
}

}  // namespace keyrack
