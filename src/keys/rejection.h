// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "keys/candidate.h"
#include "keys/selection_request.h"

namespace keyrack {

// Why an entry is not even judged.
enum class Rejection {
  kNone,
  kNoCertificate,
  kKeyType,         // not one that was asked for
  kIssuer,          // nobody of its chain is one of the authorities
  kKeySize,         // a key of the chain is too small
  kDisabled,        // a signature of the chain is by a disabled algorithm
  kPeerSignatures,  // the peer cannot verify a signature of the chain
  kPeerSchemes,     // the key can sign nothing that the peer verifies
  kPeerGroups,      // TLS 1.2 and below: the curve is none of the peer's
};

// What no chain may be built of, whatever the peer says. The defaults are the JDK's
// (jdk.certpath.disabledAlgorithms).
struct ConstraintRules {
  std::uint32_t min_rsa_bits = 1024;
  std::uint32_t min_dsa_bits = 1024;
  std::uint32_t min_ec_bits = 224;
  SignatureSet disabled = signatures_of_digest("MD2") | signatures_of_digest("MD5");
};

// The index of the first key type that fits, or `rejection`.
struct Admission {
  Rejection rejection = Rejection::kNone;
  std::size_t key_type = 0;
};
// Key type and issuers: what a listing looks at.
Admission admit(const Candidate& candidate, const SelectionRequest& request);
// What a choice looks at as well. The signature of a root that stands behind a leaf does not count:
// nobody verifies it, and it is never sent (RFC 8446 section 4.4.2.2).
Rejection check_constraints(const Candidate& candidate, const SelectionRequest& request,
                            const ConstraintRules& rules);

// A sentence for a person.
std::string describe(Rejection rejection, const Candidate& candidate);

}  // namespace keyrack
