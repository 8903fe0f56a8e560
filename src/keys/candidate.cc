// SPDX-License-Identifier: Apache-2.0
#include "keys/candidate.h"

#include <utility>

#include "x509/canonical_name.h"
#include "x509/certificate_state.h"

namespace keyrack {
namespace {

std::string canonical(ByteView name) {
  const auto bytes = canonical_name(name);
  return bytes ? std::string(as_text(*bytes)) : std::string(as_text(name));
}

LinkTraits read_link(const CertificateFields& fields) {
  LinkTraits link;
  link.key = read_public_key(fields.spki);
  link.signature = read_signature_algorithm(fields.signature_algorithm);
  link.issuer = canonical(fields.issuer);
  link.is_self_issued = canonical(fields.subject) == link.issuer;
  return link;
}

}  // namespace

Candidate make_candidate(std::string alias, std::size_t entry, std::span<const Certificate> chain) {
  Candidate candidate{std::move(alias), entry, {}, {}, false};
  for (const Certificate& certificate : chain) {
    const CertificateFields& fields = certificate.state().fields();
    if (candidate.links.empty()) candidate.leaf = read_leaf_traits(fields);
    candidate.links.push_back(read_link(fields));
  }
  return candidate;
}

}  // namespace keyrack
