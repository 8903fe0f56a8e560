// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "bytes/byte_view.h"

namespace keyrack::der {

// One DER element (X.690) whose content is the parts one after another.
std::vector<std::uint8_t> write(std::uint8_t tag, std::initializer_list<ByteView> parts);

// A non-negative INTEGER.
std::vector<std::uint8_t> write_integer(std::uint64_t value);

}  // namespace keyrack::der
