// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/secure_context_options.h>

#include "base/digest.h"

namespace keyrack {

// A digest of everything in `options`, under a key that this process draws at random: equal for
// options that make equal contexts, and telling nothing about the passwords in them. What is told
// apart by identity (see SecureContextCache) must be held by whoever keeps the digest, or its
// address may come again: a context does. `options.pkcs12` must not be a path.
Result<Sha256> digest_of(const SecureContextOptions& options);

}  // namespace keyrack
