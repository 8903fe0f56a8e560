// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bytes/byte_view.h"

namespace keyrack {

// How many bytes fold_text() may write over the end of its result.
inline constexpr std::size_t kFoldSlack = 8;

// Writes the content of a string of type `tag` in the form that names are compared in: UTF-8,
// without white space around it, runs of white space inside as one space, A to Z in lower case.
// `out` has room for twice the content and kFoldSlack. Returns the end of what was written, or null
// when the content is not valid for its type. Allocates nothing.
std::uint8_t* fold_text(std::uint8_t tag, ByteView content, std::uint8_t* out);

}  // namespace keyrack
