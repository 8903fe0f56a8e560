// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/store_source.h>
#include <keyrack/trust_store.h>

namespace keyrack {

// Whom a context trusts: see store_source.h. A TrustStore is one.
using TrustSource = StoreSource<TrustStore>;
using LiveTrustStore = LiveStore<TrustStore>;

extern template class LiveStore<TrustStore>;
extern template class StoreSource<TrustStore>;

}  // namespace keyrack
