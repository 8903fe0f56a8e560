// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/library_context.h>

#include <cstddef>

#include "base/secret_bytes.h"
#include "keystore/pkcs12_algorithm.h"
#include "keystore/pkcs12_password.h"

namespace keyrack {

// What the bytes are for (RFC 7292 appendix B.3). Only PKCS#12's own derivation tells them apart.
enum class KeyPurpose : std::uint8_t { kEncryption = 1, kIv = 2, kMac = 3 };

// Runs `derivation`, whose limits are the caller's to check before, for `size` bytes. Counts one
// KDF run, except for an IV: that is derived along with its key. Nothing of the password stays
// behind in memory that is not wiped. kUnsupported names what OpenSSL does not have here.
Result<SecretBytes> derive(const KeyDerivation& derivation, const Pkcs12Password& password,
                           KeyPurpose purpose, std::size_t size,
                           const LibraryContext& library_context);

}  // namespace keyrack
