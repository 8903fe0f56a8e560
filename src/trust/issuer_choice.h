// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/x509_vfy.h>

#include <vector>

namespace keyrack {

// Borrowed certificates with one subject.
using Candidates = std::vector<X509*>;

// Where candidates come from, and their issuers in turn.
class CandidateSource {
 public:
  virtual ~CandidateSource() = default;
  virtual Candidates candidates(const X509_NAME* subject) const = 0;
};

// Chooses, of `candidates`, the issuer of `certificate` that most likely leads to a good verdict in
// the verification `context`; null when none can have issued it. libcrypto takes the first that is
// valid now and never comes back from a wrong branch (openssl issues 7899, 16304, 22591, 29001), so
// that the order of a file decides; here it has no say. With one candidate there is nothing to
// choose and nothing is computed. Borrowed from `candidates`.
X509* choose_issuer(X509_STORE_CTX* context, X509* certificate, Candidates candidates,
                    const CandidateSource& source);

// Whether `certificate` is valid at the time of the verification, under its flags.
bool is_valid_in(X509_STORE_CTX* context, const X509* certificate);

}  // namespace keyrack
