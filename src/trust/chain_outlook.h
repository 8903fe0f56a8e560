// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "trust/issuer_choice.h"

namespace keyrack {

// How a chain would go on behind a trusted certificate. Higher is better.
enum class ChainOutlook : std::uint8_t {
  kRejected,   // its trust settings forbid every use
  kBroken,     // not self-signed, and the store has no way on to an anchor
  kCompletes,  // through further certificates of the store
  kAnchor,     // ends here: self-signed, trusted by its settings, or partial chains are allowed
};

// Looks ahead a few steps and a bounded number of certificates.
ChainOutlook chain_outlook(X509_STORE_CTX* context, X509* certificate,
                           const CandidateSource& source);

}  // namespace keyrack
