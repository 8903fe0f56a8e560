// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace keyrack {

// The address that a connected socket has at this end: 4 or 16 bytes, an IPv4 address within IPv6
// as 4. Empty when `descriptor` is no such socket.
std::vector<std::uint8_t> local_address(int descriptor);

}  // namespace keyrack
