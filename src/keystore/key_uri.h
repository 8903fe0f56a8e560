// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/library_context.h>
#include <keyrack/password.h>

#include <string>

#include "base/openssl_ptr.h"

namespace keyrack {

// The one private key behind a URI of OSSL_STORE ("pkcs11:token=...", "file:/..."). `pin` answers
// whatever asks for one; nothing ever prompts. Errors are kBadOption and name the URI up to its
// attributes, which may be secret.
Result<EvpPkeyPtr> open_key_uri(const std::string& uri, const Password& pin,
                                const LibraryContext& library_context);

}  // namespace keyrack
