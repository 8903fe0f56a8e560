// SPDX-License-Identifier: Apache-2.0
#include "keys/rejection.h"

#include <algorithm>

namespace keyrack {
namespace {

bool is_large_enough(const PublicKeyTraits& key, const ConstraintRules& rules) {
  switch (key.algorithm) {
    case KeyAlgorithm::kRsa:
    case KeyAlgorithm::kRsaPss: return key.bits >= rules.min_rsa_bits;
    case KeyAlgorithm::kDsa: return key.bits >= rules.min_dsa_bits;
    case KeyAlgorithm::kEc: return key.bits == 0 || key.bits >= rules.min_ec_bits;
    case KeyAlgorithm::kDh:
    case KeyAlgorithm::kEd25519:
    case KeyAlgorithm::kEd448:
    case KeyAlgorithm::kOther: return true;
  }
  return true;
}

Rejection check_signatures(const Candidate& candidate, const SelectionRequest& request,
                           const ConstraintRules& rules) {
  for (std::size_t depth = 0; depth < candidate.links.size(); ++depth) {
    const LinkTraits& link = candidate.links[depth];
    if (depth > 0 && link.is_self_issued) continue;
    if ((link.signature.bit & rules.disabled) != 0) return Rejection::kDisabled;
    if (request.certificate_signatures &&
        (link.signature.bit & *request.certificate_signatures) == 0) {
      return Rejection::kPeerSignatures;
    }
  }
  return Rejection::kNone;
}

}  // namespace

Admission admit(const Candidate& candidate, const SelectionRequest& request) {
  if (candidate.links.empty()) return {Rejection::kNoCertificate};
  const auto type = std::ranges::find_if(
      request.key_types, [&](const RequestedKeyType& wanted) { return wanted.matches(candidate); });
  if (type == request.key_types.end()) return {Rejection::kKeyType};
  const bool is_issued =
      request.issuers.empty() || std::ranges::any_of(candidate.links, [&](const LinkTraits& link) {
        return request.issuers.contains(link.issuer);
      });
  if (!is_issued) return {Rejection::kIssuer};
  return {Rejection::kNone, static_cast<std::size_t>(type - request.key_types.begin())};
}

Rejection check_constraints(const Candidate& candidate, const SelectionRequest& request,
                            const ConstraintRules& rules) {
  for (const LinkTraits& link : candidate.links) {
    if (!is_large_enough(link.key, rules)) return Rejection::kKeySize;
  }
  const PublicKeyTraits& key = candidate.links.front().key;
  if (const Rejection found = check_signatures(candidate, request, rules);
      found != Rejection::kNone) {
    return found;
  }
  if (request.schemes && std::ranges::none_of(*request.schemes, [&](std::uint16_t scheme) {
        return can_sign(key, scheme, request.is_tls13);
      })) {
    return Rejection::kPeerSchemes;
  }
  const bool is_curve_bound = !request.is_tls13 && key.algorithm == KeyAlgorithm::kEc;
  if (is_curve_bound && request.groups &&
      std::ranges::find(*request.groups, key.group) == request.groups->end()) {
    return Rejection::kPeerGroups;
  }
  return Rejection::kNone;
}

std::string describe(Rejection rejection, const Candidate& candidate) {
  switch (rejection) {
    case Rejection::kNone: return "fits";
    case Rejection::kNoCertificate: return "has no certificate";
    case Rejection::kKeyType:
      return "its key type, " + candidate.links.front().key.name + ", was not asked for";
    case Rejection::kIssuer: return "no certificate of its chain is issued by a wanted authority";
    case Rejection::kKeySize: return "a key of its chain is smaller than allowed";
    case Rejection::kDisabled: return "a signature of its chain is by a disabled algorithm";
    case Rejection::kPeerSignatures: return "the peer cannot verify a signature of its chain";
    case Rejection::kPeerSchemes: return "its key cannot sign with anything the peer verifies";
    case Rejection::kPeerGroups: return "its curve is none of the peer's groups";
  }
  return "unknown";
}

}  // namespace keyrack
