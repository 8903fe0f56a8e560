// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "keystore/pkcs12_algorithm.h"

namespace keyrack {

// The AlgorithmIdentifier and the MacData that parse_encryption() and parse_mac_data() read, for
// what they can give: names and derivations out of their tables.
std::vector<std::uint8_t> encode_algorithm(const Encryption& encryption);
std::vector<std::uint8_t> encode_mac_data(const MacAlgorithm& mac);

}  // namespace keyrack
