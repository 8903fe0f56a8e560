// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/library_context.h>

#include <cstddef>
#include <span>

#include "base/secret_bytes.h"
#include "keystore/pkcs12_algorithm.h"
#include "keystore/pkcs12_password.h"

namespace keyrack {

// The MAC of `content` under one form of the password: one KDF run.
Result<SecretBytes> compute_mac(const MacAlgorithm& mac, ByteView content,
                                const Pkcs12Password& password,
                                const LibraryContext& library_context);

// Which of `forms` (an index) makes the MAC of `content` match. Forms that the derivation cannot
// tell apart are tried once. kWrongPassword when none does: wrong password or damaged.
Result<std::size_t> verify_mac(const MacAlgorithm& mac, ByteView content,
                               std::span<const Pkcs12Password> forms,
                               const LibraryContext& library_context);

}  // namespace keyrack
