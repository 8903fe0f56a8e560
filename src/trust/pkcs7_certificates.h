// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>

#include <cstdint>
#include <vector>

#include "bytes/byte_view.h"

namespace keyrack {

// The DER of certificates, one each.
using CertificateList = std::vector<std::vector<std::uint8_t>>;

// The certificates of a PKCS#7 SignedData (RFC 2315 section 9.1), in DER or BER; its signatures and
// CRLs are not looked at. None for another kind of message; kBadDer for what libcrypto cannot read.
Result<CertificateList> pkcs7_certificates(ByteView bytes);

}  // namespace keyrack
