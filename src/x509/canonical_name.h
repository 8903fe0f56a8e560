// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bytes/byte_view.h"

namespace keyrack {

// The canonical form of a Name (RFC 5280 section 7.1 as libcrypto does it in x509_name_canon):
// names that libcrypto finds equal, in whatever string types, case and spacing they were written,
// have the same bytes here. `name` is the DER of a Name; nothing when libcrypto would refuse it.
std::optional<std::vector<std::uint8_t>> canonical_name(ByteView name);

// A 64-bit hash of that form, without storing it: the key of the trust index. Stable within one
// process only, seeded per process against crafted collisions, but for the bundled roots' table,
// which uses kBundledSeed.
std::optional<std::uint64_t> canonical_name_hash(ByteView name, std::uint64_t seed);

}  // namespace keyrack
