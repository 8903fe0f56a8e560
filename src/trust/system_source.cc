// SPDX-License-Identifier: Apache-2.0
#include <keyrack/trust_store.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "trust/trust_sources.h"
#include "trust/trust_store_state.h"

namespace keyrack {
namespace {

constexpr std::array kBundles = {
    "/etc/ssl/certs/ca-certificates.crt",                 // Debian, Ubuntu, Arch, Gentoo
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // Red Hat, Fedora
    "/etc/pki/tls/certs/ca-bundle.crt",                   // Red Hat before 7
    "/etc/ssl/ca-bundle.pem",                             // SUSE
    "/etc/ssl/cert.pem",                                  // Alpine, FreeBSD
};

// A variable of the environment, but not one that a setuid program was given.
std::optional<std::string> variable(const char* name) {
  const char* value = ::secure_getenv(name);
  return value != nullptr && *value != '\0' ? std::optional<std::string>(value) : std::nullopt;
}

std::optional<std::string> bundle_file() {
  if (auto named = variable("SSL_CERT_FILE")) return named;
  for (const char* path : kBundles) {
    std::error_code error;
    if (std::filesystem::exists(path, error)) return path;
  }
  return std::nullopt;
}

// The elements of a list like PATH; empty ones are nothing.
std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> parts;
  while (!list.empty()) {
    const std::string_view part = list.substr(0, list.find(':'));
    if (!part.empty()) parts.emplace_back(part);
    list.remove_prefix(std::min(list.size(), part.size() + 1));
  }
  return parts;
}

}  // namespace

Result<TrustStore> TrustStore::system() {
  const TrustStoreOptions lenient{.policy = ReadPolicy::kLenient};
  FilesRead read;
  auto state = std::make_shared<State>();
  const auto add = [&state](Result<TrustStore> source) {
    if (!source) return state->add_problems({std::move(source.error())});
    for (const State::Part& part : source->state().parts()) state->append(part.index);
    state->add_problems(source->problems());
  };
  if (const auto file = bundle_file()) add(open_file(*file, lenient, read));
  for (const auto& folder : split(variable("SSL_CERT_DIR").value_or(""))) {
    add(open_directory(folder, lenient, read));
  }
  if (state->size() == 0) {
    std::string message =
        "this machine has no certificate authorities: set SSL_CERT_FILE or SSL_CERT_DIR, or "
        "install the package ca-certificates";
    const auto& problems = state->problems();
    for (const Error& problem :
         std::span(problems).first(std::min<std::size_t>(problems.size(), 3))) {
      message += "; " + problem.describe();
    }
    return std::unexpected(Error{ErrorCode::kNoCertificates, std::move(message), {}, ""});
  }
  return TrustStore(std::move(state));
}

}  // namespace keyrack
