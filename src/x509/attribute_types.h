// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "bytes/byte_view.h"

namespace keyrack {

// What OpenSSL calls a type of attribute in short ("CN", "emailAddress"); empty for a type that is
// not usual in certificates. `oid` is the content of an OBJECT IDENTIFIER.
std::string_view attribute_short_name(ByteView oid);

// "2.5.4.3".
std::string dotted_decimal(ByteView oid);

}  // namespace keyrack
