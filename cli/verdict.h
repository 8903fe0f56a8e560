// SPDX-License-Identifier: Apache-2.0
// A chain's verification, with everything that `keyrack verify` tells about it.
#pragma once

#include <keyrack/crl_store.h>
#include <keyrack/trust_store.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "base/openssl_ptr.h"

namespace keyrack::cli {

struct VerifyRequest {
  std::vector<X509Ptr> chain;  // as presented: the leaf, then certificates that are not trusted
  CrlStore crls = CrlStore::empty();
  bool checks_whole_chain_for_revocation = false;
  std::string host;                   // DNS name or IP address; empty: none is checked
  std::string purpose = "sslserver";  // a name that OpenSSL knows
  bool allow_partial_chain = false;
  std::optional<std::chrono::sys_seconds> at;  // absent: now
  bool is_explained = false;                   // whether the verdict has steps
};

struct VerdictCertificate {
  std::string subject;
  std::string sha256;
};

// A certificate that could have issued another, and what became of it.
struct Candidate {
  std::string subject;
  std::string sha256;
  std::string source;   // "presented" or "trusted"
  std::string outcome;  // "chosen", or why not
  bool is_chosen = false;
};

// One step of a chain: who could have issued `subject`.
struct ChainStep {
  std::string subject;
  std::string issuer;
  std::vector<Candidate> candidates;
};

struct Verdict {
  int error = 0;  // X509_V_OK or X509_V_ERR_...
  int depth = 0;
  std::string message;
  std::vector<VerdictCertificate> chain;  // as built, the leaf first
  std::size_t anchors_indexed = 0;
  std::size_t anchors_parsed = 0;
  std::vector<ChainStep> steps;  // where they were asked for

  bool is_ok() const { return error == X509_V_OK; }
};

// Verifies through the thin store that a context over `trust` would have. Throws CommandFailure
// when OpenSSL refuses the request itself (a purpose or host that it does not know).
Verdict verify(const VerifyRequest& request, const TrustStore& trust);

}  // namespace keyrack::cli
