// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace keyrack::cli {

// DER of the name that a string of RFC 4514 stands for ("CN=Example CA,O=Example,C=NL"): attribute
// types by OpenSSL's short names or as dotted object identifiers, "\," for a comma in a value.
// Nothing for what is no such string.
std::optional<std::vector<std::uint8_t>> parse_distinguished_name(std::string_view text);

}  // namespace keyrack::cli
