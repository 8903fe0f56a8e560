// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bytes/byte_view.h"

namespace keyrack {

// A Name as RFC 4514 writes it: the last RDN first, "," between RDNs, "+" between the attributes of
// one, short names for the types that certificates use (as OpenSSL calls them) and numbers for
// others, text in UTF-8 with \ before what needs it and control characters as \0A, values that are
// not text (and those of unknown types) as # and hexadecimal. `name` is its DER; what is not one
// gives "".
std::string name_text(ByteView name);

}  // namespace keyrack
