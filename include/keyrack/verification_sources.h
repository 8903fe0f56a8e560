// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/crl_store.h>
#include <keyrack/trust_source.h>

#include <vector>

namespace keyrack {

// What chains are verified with: fixed, followed or replaced, all together as of one moment.
struct VerificationSources {
  std::vector<TrustSource> trust = {};
  // Any at all: certificates are checked for revocation, and one whose issuer has no CRL that is
  // valid now does not verify.
  std::vector<CrlSource> crls = {};
  CrlCheck crl_check = CrlCheck::kWholeChain;
};

}  // namespace keyrack
