// SPDX-License-Identifier: Apache-2.0
#include "context/cipher_list.h"

#include <openssl/ssl.h>

#include <algorithm>
#include <set>

#include "context/cipher_element.h"
#include "context/option_error.h"

namespace keyrack {
namespace {

bool is_tls1_3_suite(std::string_view element) {
  return element.starts_with("TLS_") && element.find("_WITH_") == std::string_view::npos;
}

std::string join(const std::vector<std::string_view>& elements) {
  std::string joined;
  for (const std::string_view element : elements) {
    joined.append(joined.empty() ? "" : ":").append(element);
  }
  return joined;
}

std::set<std::string_view> names_of(const STACK_OF(SSL_CIPHER) * ciphers) {
  std::set<std::string_view> names;
  for (int i = 0; i < sk_SSL_CIPHER_num(ciphers); ++i) {
    names.insert(SSL_CIPHER_get_name(sk_SSL_CIPHER_value(ciphers, i)));
  }
  return names;
}

// The names of the ciphers that a connection of `context` would begin with.
std::set<std::string_view> effective_names(const SSL_CTX* context) {
  return names_of(SSL_CTX_get_ciphers(context));
}

// Refuses a cipher that is named in full and that no connection of `context` would use, in
// whatever version: OpenSSL keeps it in the list and leaves it out of the handshake.
Result<void> check_usable(SSL_CTX* context, const std::vector<std::string_view>& elements,
                          const std::set<std::string_view>& effective) {
  const SslPtr probe(SSL_new(context));
  if (!probe || SSL_set_min_proto_version(probe.get(), 0) != 1 ||
      SSL_set_max_proto_version(probe.get(), 0) != 1) {
    return std::unexpected(openssl_error(ErrorCode::kOpenSsl, "cannot make a connection object"));
  }
  const CipherStackPtr ciphers(SSL_get1_supported_ciphers(probe.get()));
  const std::set<std::string_view> usable = names_of(ciphers.get());
  for (const std::string_view element : elements) {
    if (!effective.contains(element) || usable.contains(element)) continue;
    return bad_option("ciphers", element,
                      "OpenSSL never uses it at security level " +
                          std::to_string(SSL_CTX_get_security_level(context)) +
                          " or without a pre-shared key");
  }
  return {};
}

Result<void> apply_elements(SSL_CTX* context, const std::vector<std::string_view>& elements,
                            const LibraryContext& library_context) {
  const std::string list = join(elements);
  const bool is_taken = SSL_CTX_set_cipher_list(context, list.c_str()) == 1;
  const std::set<std::string_view> effective = effective_names(context);
  CipherElementChecker checker(library_context);
  for (const std::string_view element : elements) {
    if (is_taken && effective.contains(element)) continue;
    if (!checker.is_known(element)) {
      return bad_option("ciphers", element, "names nothing that OpenSSL knows");
    }
  }
  if (!is_taken) return bad_option("ciphers", list, "selects no cipher");
  return check_usable(context, elements, effective);
}

Result<void> apply_suites(SSL_CTX* context, std::string_view option,
                          const std::vector<std::string_view>& suites) {
  const std::string list = join(suites);
  const bool is_taken = SSL_CTX_set_ciphersuites(context, list.c_str()) == 1;
  const std::set<std::string_view> effective = effective_names(context);
  for (const std::string_view suite : suites) {
    if (is_taken ? effective.contains(suite)
                 : SSL_CTX_set_ciphersuites(context, std::string(suite).c_str()) == 1) {
      continue;
    }
    return bad_option(option, suite, "names no TLS 1.3 suite that OpenSSL has here");
  }
  if (!is_taken) return bad_option(option, list, "OpenSSL refuses it");
  return {};
}

Result<void> raise_minimum(SSL_CTX* context) {
  const auto current = SSL_CTX_get_min_proto_version(context);
  if (current >= TLS1_3_VERSION || SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION) == 1) {
    return {};
  }
  return bad_option("ciphers", "", "has TLS 1.3 suites only, and OpenSSL has no TLS 1.3");
}

}  // namespace

CipherLists split_ciphers(std::string_view option) {
  constexpr std::string_view kSeparators = ":,; ";
  CipherLists lists;
  while (!option.empty()) {
    const std::size_t end = std::min(option.find_first_of(kSeparators), option.size());
    const std::string_view element = option.substr(0, end);
    option.remove_prefix(std::min(end + 1, option.size()));
    if (!element.empty()) {
      (is_tls1_3_suite(element) ? lists.suites : lists.elements).push_back(element);
    }
  }
  return lists;
}

Result<void> apply_ciphers(SSL_CTX* context, std::string_view ciphers,
                           std::string_view ciphersuites, const LibraryContext& library_context) {
  if (auto fine = refuse_zero_bytes("ciphers", ciphers); !fine) return fine;
  if (auto fine = refuse_zero_bytes("ciphersuites", ciphersuites); !fine) return fine;
  const CipherLists combined = split_ciphers(ciphers);
  if (!ciphers.empty() && combined.elements.empty() && combined.suites.empty()) {
    return bad_option("ciphers", ciphers, "an empty list");
  }
  if (!combined.suites.empty() && !ciphersuites.empty()) {
    return bad_option("ciphers", combined.suites.front(),
                      "a TLS 1.3 suite, while ciphersuites has a list of its own");
  }
  if (!combined.elements.empty()) {
    auto applied = apply_elements(context, combined.elements, library_context);
    if (!applied) return applied;
  }
  if (!combined.suites.empty()) {
    auto applied = apply_suites(context, "ciphers", combined.suites);
    if (!applied) return applied;
    if (combined.elements.empty()) return raise_minimum(context);
  }
  if (ciphersuites.empty()) return {};
  const CipherLists suites = split_ciphers(ciphersuites);
  if (!suites.elements.empty()) {
    return bad_option("ciphersuites", suites.elements.front(), "not a TLS 1.3 suite");
  }
  return apply_suites(context, "ciphersuites", suites.suites);
}

}  // namespace keyrack
