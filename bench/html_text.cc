// SPDX-License-Identifier: Apache-2.0
#include "bench/html_text.h"

#include <array>

namespace keyrack::bench {

std::string variant_class(std::string_view variant) {
  constexpr std::array kKnown{"keyrack",    "bare",         "openssl", "openssl-old",
                              "openssl-pr", "shared-store", "node",    "bun"};
  for (const std::string_view known : kKnown) {
    if (known == variant) return "v-" + std::string(variant);
  }
  return "v-other";
}

std::string escape_html(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      case '\'': escaped += "&#39;"; break;
      default: escaped += c;
    }
  }
  return escaped;
}

}  // namespace keyrack::bench
