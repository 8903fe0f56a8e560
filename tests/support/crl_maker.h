// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tests/support/certificate_maker.h"

namespace keyrack::testing {

struct CrlRequest {
  int this_update_days = -1;  // relative to now
  int next_update_days = 7;
  // "" or a URI: the CRL is about the certificates with this distribution point only (RFC 5280
  // section 5.2.5).
  std::string distribution_point = {};
};

// A CRL of `issuer`, as PEM; it revokes `revoked` if there is one. Aborts the test program when
// libcrypto refuses.
std::string make_crl(const TestCertificate& issuer, const TestCertificate* revoked = nullptr,
                     const CrlRequest& request = {});

}  // namespace keyrack::testing
