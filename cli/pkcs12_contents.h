// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/password.h>

#include "bytes/byte_view.h"
#include "cli/contents.h"

namespace keyrack::cli {

// What is in a PKCS#12 file (RFC 7292). When the password does not open it, what the file tells
// without one.
Contents read_pkcs12_contents(ByteView bytes, const Password& password);

}  // namespace keyrack::cli
