// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bytes/byte_view.h"
#include "trust/trust_index.h"

namespace keyrack {

// Whether reading the PEM `text` finds nothing malformed and gives exactly the certificates of
// `index`, with their settings, in order. May say no when they repeat or come in PKCS#7 blocks.
// Stops at the first difference.
bool text_yields(ByteView text, const TrustIndex& index);

}  // namespace keyrack
