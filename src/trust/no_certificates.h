// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>

#include <cstddef>
#include <string_view>

#include "bytes/byte_view.h"

namespace keyrack {

// The error for a source in which no certificate was found: says what was there instead. `refused`
// is how many malformed pieces it had; `is_pem_wanted` when another form is an error for itself.
Error no_certificates_error(ByteView bytes, std::string_view source, std::size_t refused,
                            bool is_pem_wanted);

}  // namespace keyrack
