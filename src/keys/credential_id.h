// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/certificate.h>

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "bytes/byte_view.h"

namespace keyrack {

// What makes a credential the same as another: the alias, the encrypted key, the chain and the
// passwords. A
// keyed digest, so that it gives nothing away about a password; comparable within one process.
using CredentialId = std::array<std::uint8_t, 32>;

CredentialId credential_id(std::string_view alias, ByteView encrypted_key,
                           std::span<const Certificate> chain, std::span<const ByteView> passwords);

}  // namespace keyrack
