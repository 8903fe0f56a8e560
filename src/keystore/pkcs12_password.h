// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/password.h>

#include <vector>

#include "base/secret_bytes.h"
#include "bytes/byte_view.h"

namespace keyrack {

// A password as the derivations take it. PBKDF2 and scrypt take its UTF-8 bytes as they are; the
// PKCS#12 derivation wants a BMPString that ends in two zero bytes (RFC 7292 appendix B.1).
// Movable; both forms are wiped at the end.
struct Pkcs12Password {
  Password utf8;
  SecretBytes bmp;

  ByteView bytes() const;
};

// The forms in which files were written with this password, likeliest first:
// none: the BMPString is missing altogether; empty: two zero bytes, or missing; text: UTF-16 and,
// where it is not plain ASCII, every byte widened to 16 bits, which is what OpenSSL before 1.1 did.
std::vector<Pkcs12Password> pkcs12_forms(const Password& password);

// `error` of something that `password` did not open: kWrongPassword is kPasswordRequired when there
// is none.
Error password_error(Error error, const Password& password);

}  // namespace keyrack
