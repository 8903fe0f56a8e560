// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/trust_store.h>

#include "trust/trust_index.h"
#include "x509/canonical_name.h"

namespace keyrack {

// The roots that are compiled in: constant memory, initialised by the compiler.
struct BundledRoots {
  IndexView index;  // hashed with kBundledSeed
  BundledRootsInfo info;
};
extern const BundledRoots kBundledRoots;

}  // namespace keyrack
