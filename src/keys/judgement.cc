// SPDX-License-Identifier: Apache-2.0
#include "keys/judgement.h"

#include <algorithm>

#include "keys/host_name.h"

namespace keyrack {
namespace {

// What KeyUsage must allow, by key algorithm, as the JDK's PKIX key manager has it. Kinds of key
// that it does not name are not limited.
bool usage_allows(const PublicKeyTraits& key, std::uint16_t usage, Role role, bool jdk_compatible) {
  const bool signs = (usage & kDigitalSignature) != 0;
  const bool is_server = role == Role::kServer;
  switch (key.algorithm) {
    case KeyAlgorithm::kRsa: return signs || (is_server && (usage & kKeyEncipherment) != 0);
    case KeyAlgorithm::kRsaPss: return signs || !is_server;
    case KeyAlgorithm::kDsa: return signs;
    case KeyAlgorithm::kDh: return (usage & kKeyAgreement) != 0;
    case KeyAlgorithm::kEc:
      return signs && (!jdk_compatible || !is_server || (usage & kKeyAgreement) != 0);
    case KeyAlgorithm::kEd25519:
    case KeyAlgorithm::kEd448:
    case KeyAlgorithm::kOther: return true;
  }
  return true;
}

bool extensions_allow(const Candidate& candidate, Role role, bool jdk_compatible) {
  const LeafTraits& leaf = candidate.leaf;
  if (!leaf.are_extensions_readable) return false;
  if (role == Role::kServer ? !leaf.allows_server : !leaf.allows_client) return false;
  return !leaf.key_usage ||
         usage_allows(candidate.links.front().key, *leaf.key_usage, role, jdk_compatible);
}

}  // namespace

NameMatch match_name(const LeafTraits& leaf, std::string_view name, bool match_common_name) {
  const std::string wildcard = wildcard_form(name);
  if (leaf.dns_names.empty()) {
    if (!match_common_name || leaf.common_name.empty()) return NameMatch::kNone;
    if (leaf.common_name == name) return NameMatch::kExact;
    return leaf.common_name == wildcard ? NameMatch::kWildcard : NameMatch::kNone;
  }
  const auto has = [&](std::string_view wanted) {
    return !wanted.empty() && std::ranges::find(leaf.dns_names, wanted) != leaf.dns_names.end();
  };
  if (has(name)) return NameMatch::kExact;
  return has(wildcard) ? NameMatch::kWildcard : NameMatch::kNone;
}

Judgement judge(const Candidate& candidate, Role role, std::chrono::sys_seconds now,
                std::string_view name, const JudgementRules& rules) {
  const LeafTraits& leaf = candidate.leaf;
  if (!extensions_allow(candidate, role, rules.jdk_compatible_usage)) {
    return Judgement::kExtensionMismatch;
  }
  if (now < leaf.not_before || now > leaf.not_after) return Judgement::kExpired;
  const bool fits =
      name.empty() || match_name(leaf, name, rules.match_common_name) != NameMatch::kNone;
  return fits ? Judgement::kOk : Judgement::kInsensitive;
}

std::string_view to_string(Judgement judgement) {
  switch (judgement) {
    case Judgement::kOk: return "ok";
    case Judgement::kInsensitive: return "insensitive";
    case Judgement::kExpired: return "expired";
    case Judgement::kExtensionMismatch: return "extension_mismatch";
  }
  return "unknown";
}

}  // namespace keyrack
