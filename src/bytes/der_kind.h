// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bytes/byte_view.h"
#include "bytes/content_kind.h"

namespace keyrack {

// Which of the DER (or BER) structures some bytes begin like, from their first few elements;
// kUnknown for everything else. Says nothing about the rest being well-formed.
ContentKind der_kind(ByteView bytes);

}  // namespace keyrack
