// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace keyrack::cli {

// "X509_V_ERR_CERT_HAS_EXPIRED" for OpenSSL's number, "X509_V_OK" for 0, and the number itself for
// one that the OpenSSL at build time did not have.
std::string verify_code_name(int code);

}  // namespace keyrack::cli
