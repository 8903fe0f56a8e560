// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/x509.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace keyrack {

// Names as libcrypto holds them. An X509_NAME keeps the bytes that it was read from, which may be
// BER; the functions here take any. For any thread, as long as nobody changes `name`.

// The Name as DER, its attributes written anew.
std::vector<std::uint8_t> plain_name(const X509_NAME* name);

// canonical_name() and canonical_name_hash() of it. Nothing only for a SEQUENCE that is not DER in
// the place of a string, which libcrypto compares as it is.
std::optional<std::vector<std::uint8_t>> canonical_name(const X509_NAME* name);
std::optional<std::uint64_t> canonical_name_hash(const X509_NAME* name, std::uint64_t seed);

}  // namespace keyrack
