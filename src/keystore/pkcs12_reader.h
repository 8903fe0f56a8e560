// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/key_store.h>
#include <keyrack/password.h>

#include <optional>
#include <vector>

#include "bytes/byte_view.h"
#include "keystore/pkcs12_algorithm.h"
#include "keystore/pkcs12_bags.h"
#include "keystore/pkcs12_password.h"

namespace keyrack {

// What a PKCS#12 file holds. Bags are views into the file's bytes, which must outlive them, and
// into the buffers here, which hold decrypted safes and are wiped.
struct Pkcs12Contents {
  std::vector<Pkcs12Bag> bags;                 // in file order
  std::vector<Error> problems;                 // damaged and undecryptable safes and bags
  std::optional<PasswordAlgorithm> integrity;  // nothing: not protected
  // The forms of the password, the one that proved right first: for private keys.
  std::vector<Pkcs12Password> forms;
  ber::Buffers buffers;
};

// Reads `bytes` (DER or BER): checks all costs, verifies the MAC (one KDF run), decrypts the safes
// (one each). Private keys stay encrypted. Without a MAC, a password that opens no encrypted safe
// is kWrongPassword; without a password that is kPasswordRequired.
Result<Pkcs12Contents> read_pkcs12(ByteView bytes, const Password& password,
                                   const KeyStoreOptions& options);

PasswordAlgorithm describe(const Encryption& encryption);
PasswordAlgorithm describe(const MacAlgorithm& mac);

}  // namespace keyrack
