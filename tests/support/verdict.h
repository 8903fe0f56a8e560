// SPDX-License-Identifier: Apache-2.0
// What libcrypto says of a chain.
#pragma once

#include <functional>
#include <iosfwd>
#include <vector>

#include "base/openssl_ptr.h"
#include "tests/support/certificate_maker.h"

namespace keyrack::testing {

struct Verdict {
  int code = -1;               // X509_V_OK or X509_V_ERR_...
  int depth = -1;              // of the certificate in question
  std::vector<X509Ptr> chain;  // when it is good

  bool is_ok() const { return code == X509_V_OK; }
  friend bool operator==(const Verdict& a, const Verdict& b) {
    return a.code == b.code && a.depth == b.depth;
  }
};
std::ostream& operator<<(std::ostream& out, const Verdict& verdict);

using Configure = std::function<void(X509_VERIFY_PARAM*)>;

// Verifies `leaf`, to which the other end sent `untrusted`, against `store`.
Verdict verify(X509_STORE* store, const TestCertificate& leaf,
               const std::vector<const TestCertificate*>& untrusted = {},
               const Configure& configure = {});

// The plain way: a store of libcrypto's own, to which all certificates of a PEM text are added as
// X509_STORE_load_file does it.
X509StorePtr plain_store(const std::string& pem);

}  // namespace keyrack::testing
