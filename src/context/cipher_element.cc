// SPDX-License-Identifier: Apache-2.0
#include "context/cipher_element.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/query.h"
#include "context/remembered.h"

namespace keyrack {
namespace {

// Keywords of openssl-ciphers(1), now or in an earlier version, whose ciphers OpenSSL may be built
// without. Only for leaving them out: lists that outlived the ciphers go on meaning what they say.
constexpr std::array<std::string_view, 52> kRetiredKeywords{
    "3DES",        "ADH",         "AECDH",    "ARIA",         "ARIA128", "ARIA256",   "CAMELLIA",
    "CAMELLIA128", "CAMELLIA256", "DES",      "DES-CBC3-SHA", "DH",      "DSS",       "EXP",
    "EXPORT",      "EXPORT40",    "EXPORT56", "FZA",          "GOST",    "GOST89MAC", "GOST94",
    "IDEA",        "KRB5",        "LOW",      "MD5",          "MEDIUM",  "NULL",      "PSK",
    "RC2",         "RC4",         "SEED",     "SRP",          "SSLv2",   "SSLv3",     "aDH",
    "aDSS",        "aECDH",       "aFZA",     "aGOST",        "aKRB5",   "aNULL",     "aPSK",
    "aSRP",        "eNULL",       "kDHd",     "kDHr",         "kECDHe",  "kECDHr",    "kFZA",
    "kGOST",       "kPSK",        "kSRP"};
static_assert(std::ranges::is_sorted(kRetiredKeywords));

// Ciphers that never were, in the default list of Node.js and in all that was copied from it.
constexpr std::array<std::string_view, 2> kNeverWere{"DHE-RSA-AES256-SHA384",
                                                     "ECDHE-RSA-AES256-SHA256"};

bool is_retired(std::string_view name) {
  return std::ranges::binary_search(kRetiredKeywords, name);
}

// Elements that were found to name something.
Remembered& remembered() {
  static auto& instance = *new Remembered;
  return instance;
}

bool is_command(std::string_view element) {
  constexpr std::string_view kLevel = "@SECLEVEL=";
  if (element == "@STRENGTH") return true;
  return element.starts_with(kLevel) && element.size() == kLevel.size() + 1 &&
         element.back() >= '0' && element.back() <= '5';
}

}  // namespace

bool CipherElementChecker::is_known(std::string_view element) {
  if (element.starts_with('@')) return is_command(element);
  const bool takes_away = element.starts_with('!') || element.starts_with('-');
  const bool moves = element.starts_with('+');
  const std::string_view name = element.substr(takes_away || moves ? 1 : 0);
  if ((takes_away || moves) && is_retired(name)) return true;
  return std::ranges::find(kNeverWere, name) != kNeverWere.end() || selects_something(name);
}

bool CipherElementChecker::selects_something(std::string_view name) {
  const bool is_default = library_context_.is_default();
  if (is_default && remembered().contains(name)) return true;
  if (!scratch_) {
    scratch_.reset(
        SSL_CTX_new_ex(library_context_.context, query_of(library_context_), TLS_method()));
    if (!scratch_) return false;
  }
  if (SSL_CTX_set_cipher_list(scratch_.get(), std::string(name).c_str()) != 1) return false;
  if (is_default) remembered().add(name);
  return true;
}

}  // namespace keyrack
