// SPDX-License-Identifier: Apache-2.0
// Candidates for tests of selection: a source is written as a list of certificates to make.
#pragma once

#include <keyrack/certificate.h>

#include <memory>
#include <string>
#include <vector>

#include "keys/selection.h"
#include "tests/support/certificate_maker.h"

namespace keyrack::testing {

using Sources = std::vector<std::shared_ptr<const CandidateList>>;

inline Certificate as_certificate(const TestCertificate& made) {
  return Certificate::from_der(made.der()).value();
}

// A certificate authority that lives as long as the test program.
inline const TestCertificate& authority(const std::string& name, KeyType type = KeyType::kP256) {
  static std::map<std::string, TestCertificate> made;
  auto found = made.find(name);
  if (found == made.end()) {
    found =
        made.emplace(name, make_certificate({.common_name = name, .key_type = type, .is_ca = true}))
            .first;
  }
  return found->second;
}

struct Entry {
  std::string alias;
  CertificateRequest request;
};

inline Candidate candidate(const Entry& entry, std::size_t index = 0) {
  CertificateRequest request = entry.request;
  if (request.common_name.empty()) request.common_name = entry.alias;
  std::vector<Certificate> chain{as_certificate(make_certificate(request))};
  if (request.issuer != nullptr) chain.push_back(as_certificate(*request.issuer));
  return make_candidate(entry.alias, index, chain);
}

inline std::shared_ptr<const CandidateList> source(const std::vector<Entry>& entries) {
  std::vector<Candidate> candidates;
  for (const Entry& entry : entries) candidates.push_back(candidate(entry, candidates.size()));
  return std::make_shared<const CandidateList>(std::move(candidates));
}

// A request for a server's key of one type.
inline SelectionRequest server_request(const std::string& key_type, const std::string& name = "") {
  return SelectionRequest(KeyRequest{.key_types = {key_type}, .server_name = name});
}

inline SelectionRequest client_request(std::vector<std::string> key_types) {
  return SelectionRequest(KeyRequest{.role = Role::kClient, .key_types = std::move(key_types)});
}

// The alias of what is chosen, or "none".
inline std::string chosen(const Sources& sources, const SelectionRequest& request,
                          const SelectionRules& rules = {}) {
  const auto match = choose(sources, request, rules);
  return match ? match->candidate(sources).alias : "none";
}

}  // namespace keyrack::testing
