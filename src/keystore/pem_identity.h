// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/library_context.h>
#include <keyrack/password.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "keystore/identity_state.h"

namespace keyrack {

// One of the texts that an identity is read from.
struct PemText {
  std::string_view text;
  std::string source;  // what errors call it
};

// Reads certificates and one private key from `texts`, in any order, and puts the chain in order.
// Strict: the first malformed certificate or key is an error. A certificate or key that comes
// twice counts once; two different keys are kKeyMismatch.
Result<IdentityParts> read_pem_identity(std::span<const PemText> texts, const Password& password,
                                        const LibraryContext& library_context);
// The same where the key comes from elsewhere, and the texts may have no other.
Result<IdentityParts> read_pem_certificates(std::span<const PemText> texts,
                                            std::shared_ptr<const PrivateKey> key,
                                            const LibraryContext& library_context);

// Identity::from_pem of one text or two whose names errors tell.
Result<Identity> identity_from_pem(std::span<const PemText> texts, const Password& password,
                                   const LibraryContext& library_context);

}  // namespace keyrack
