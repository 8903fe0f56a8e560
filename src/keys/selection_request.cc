// SPDX-License-Identifier: Apache-2.0
#include "keys/selection_request.h"

#include <algorithm>
#include <cctype>

#include "keys/host_name.h"
#include "x509/canonical_name.h"

namespace keyrack {
namespace {

std::string upper_case(std::string_view text) {
  std::string upper(text);
  std::ranges::transform(upper, upper.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return upper;
}

template <typename Lookup>
std::vector<std::uint16_t> code_points(const std::vector<std::string>& names, Lookup lookup) {
  std::vector<std::uint16_t> found;
  for (const std::string& name : names) {
    if (const auto code_point = lookup(name)) found.push_back(*code_point);
  }
  return found;
}

}  // namespace

RequestedKeyType::RequestedKeyType(std::string_view text) {
  const std::size_t separator = text.find('_');
  algorithm = text.substr(0, separator);
  if (separator != std::string_view::npos) signer = text.substr(separator + 1);
}

bool RequestedKeyType::matches(const Candidate& candidate) const {
  const LinkTraits& leaf = candidate.links.front();
  if (leaf.key.name != algorithm) return false;
  if (signer.empty()) return true;
  if (candidate.links.size() > 1) return candidate.links[1].key.name == signer;
  // Without the issuer at hand its key's algorithm is read from the signature, as the JDK does:
  // "SHA256withECDSA" is one of an EC key.
  return upper_case(leaf.signature.name).find("WITH" + upper_case(signer)) != std::string::npos;
}

SelectionRequest::SelectionRequest(const KeyRequest& request)
    : role(request.role),
      is_tls13(request.version == TlsVersion::kTls1_3),
      name(fold_host_name(request.server_name)),
      local_address(request.local_address),
      now(request.at.value_or(
          std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()))) {
  for (const std::string& type : request.key_types) key_types.emplace_back(type);
  for (const auto& issuer : request.issuers) add_issuer(issuer);
  if (request.certificate_signature_algorithms) {
    certificate_signatures = 0;
    for (const std::string& algorithm : *request.certificate_signature_algorithms) {
      *certificate_signatures |= signatures_of_name(algorithm);
    }
  }
  if (request.signature_algorithms) {
    schemes = code_points(*request.signature_algorithms, scheme_of_name);
  }
  if (request.groups) groups = code_points(*request.groups, group_of_name);
}

void SelectionRequest::add_issuer(ByteView der) {
  if (const auto canonical = canonical_name(der)) issuers.emplace(as_text(*canonical));
}

}  // namespace keyrack
