// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>

#include <cstdint>
#include <vector>

#include "bytes/byte_view.h"
#include "x509/certificate_fields.h"

namespace keyrack {

// The fields of a certificate that peek_certificate() cannot prove anything about.
struct ReadCertificate {
  CertificateFields fields;         // `whole` views the input, the others `plain`
  std::vector<std::uint8_t> plain;  // DER of the fields; moving it keeps the views valid
};

// Reads the certificate at the start of `der` with libcrypto: what peek_certificate() leaves open
// is decided here. Fails with kBadDer and libcrypto's reason for what d2i_X509 refuses. A time that
// libcrypto cannot read makes a certificate that is never valid (not_before the latest time,
// not_after the earliest). A version that is no version is 0. Costs about 0.2 ms; any thread.
Result<ReadCertificate> read_with_libcrypto(ByteView der);

}  // namespace keyrack
