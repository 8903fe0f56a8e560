// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/certificate.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "keys/leaf_traits.h"
#include "keys/public_key_traits.h"
#include "keys/signature_algorithms.h"

namespace keyrack {

// One certificate of a candidate's chain, as far as selection cares.
struct LinkTraits {
  PublicKeyTraits key;
  SignatureTraits signature;
  std::string issuer;  // canonical bytes of the name
  bool is_self_issued = false;
};

// A key entry of a key store, reduced to what a choice is made by. Immutable; made once for each
// snapshot of a store, so that a choice reads no DER.
struct Candidate {
  std::string alias;
  std::size_t entry = 0;          // its index in the source's list
  std::vector<LinkTraits> links;  // leaf first; empty: there is no certificate, it is never chosen
  LeafTraits leaf;
  bool is_encrypted = false;
};

Candidate make_candidate(std::string alias, std::size_t entry, std::span<const Certificate> chain);

}  // namespace keyrack
