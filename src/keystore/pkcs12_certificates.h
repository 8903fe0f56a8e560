// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/password.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "bytes/byte_view.h"

namespace keyrack {

// The DER of the trusted certificates of a PKCS#12 file, in file order: those that carry the JDK's
// trusted-certificate attribute; in a file with certificates and no key, all of them. Certificates
// of a key's chain never are. Empty when there are none. Strict: the first damaged safe or bag is
// the error. Limits are the defaults of KeyStoreLimits.
Result<std::vector<std::vector<std::uint8_t>>> read_pkcs12_certificates(
    ByteView bytes, const Password& password, std::string_view source_name);

}  // namespace keyrack
