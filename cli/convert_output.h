// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/key_store_writer.h>
#include <keyrack/password.h>

#include <cstdint>
#include <span>

#include "base/openssl_ptr.h"
#include "cli/convert_input.h"

namespace keyrack::cli {

// The bytes of a PKCS#12 file. Certificates that are neither trusted nor a key's have no place in
// one: they move to input.left_out. Throws CommandFailure.
std::vector<std::uint8_t> write_key_store(ConvertInput& input, const Password& password,
                                          const KeyStoreWriteOptions& options);

// PEM in memory that is wiped: the one key of `input` (PKCS#8, encrypted with PBES2 when there is a
// password), its chain, then the other certificates. Throws CommandFailure.
BioPtr write_pem(const ConvertInput& input, const Password& password, std::uint32_t iterations);

}  // namespace keyrack::cli
