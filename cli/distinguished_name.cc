// SPDX-License-Identifier: Apache-2.0
#include "cli/distinguished_name.h"

#include <algorithm>
#include <string>

#include "base/openssl_ptr.h"

namespace keyrack::cli {
namespace {

struct Attribute {
  std::string type;
  std::string value;
  bool continues = false;  // "+" stands before it: it is of the same RDN as the one before
};

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

// The parts of `text` between separators that no backslash stands before; escapes are resolved.
std::optional<std::vector<Attribute>> split(std::string_view text) {
  std::vector<Attribute> attributes;
  std::string part;
  bool continues = false;
  const auto finish = [&](bool next_continues) {
    const std::size_t equals = part.find('=');
    if (equals == 0 || equals == std::string::npos) return false;
    attributes.push_back(
        {trimmed(part.substr(0, equals)), trimmed(part.substr(equals + 1)), continues});
    part.clear();
    continues = next_continues;
    return true;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      part += text[++i];
    } else if (text[i] == ',' || text[i] == '+') {
      if (!finish(text[i] == '+')) return std::nullopt;
    } else {
      part += text[i];
    }
  }
  if (!finish(false)) return std::nullopt;
  return attributes;
}

}  // namespace

std::optional<std::vector<std::uint8_t>> parse_distinguished_name(std::string_view text) {
  const auto attributes = split(text);
  if (!attributes) return std::nullopt;
  const X509NamePtr name(X509_NAME_new());
  // The string begins with what stands last in the name.
  for (const Attribute& attribute : *attributes) {
    const int set = attribute.continues ? 1 : 0;  // 1: joins the RDN that begins at the place
    if (X509_NAME_add_entry_by_txt(name.get(), attribute.type.c_str(), MBSTRING_UTF8,
                                   reinterpret_cast<const unsigned char*>(attribute.value.data()),
                                   static_cast<int>(attribute.value.size()), 0, set) != 1) {
      return std::nullopt;
    }
  }
  std::vector<std::uint8_t> der(
      static_cast<std::size_t>(std::max(i2d_X509_NAME(name.get(), nullptr), 0)));
  unsigned char* out = der.data();
  if (der.empty() || i2d_X509_NAME(name.get(), &out) <= 0) return std::nullopt;
  return der;
}

}  // namespace keyrack::cli
