// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tests/support/certificate_maker.h"

namespace keyrack::testing {

// A CRL of `issuer`, valid for a week, as PEM; it revokes `revoked` if there is one. Aborts the
// test program when libcrypto refuses.
std::string make_crl(const TestCertificate& issuer, const TestCertificate* revoked = nullptr);

}  // namespace keyrack::testing
