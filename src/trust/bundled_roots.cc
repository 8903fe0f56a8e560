// SPDX-License-Identifier: Apache-2.0
#include "trust/bundled_roots.h"

#include <memory>

#include "trust/trust_store_state.h"

namespace keyrack {

TrustStore TrustStore::bundled() {
  // Never destroyed: contexts may outlive main(). The first call makes empty slots for what will be
  // parsed, a kilobyte, and reads none of the certificates.
  static const auto* const roots = new TrustStore(std::make_shared<const State>(
      std::make_shared<const TrustIndex>(kBundledRoots.index), std::vector<Error>()));
  return *roots;
}

BundledRootsInfo bundled_roots_info() { return kBundledRoots.info; }

}  // namespace keyrack
