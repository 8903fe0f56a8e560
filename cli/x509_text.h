// SPDX-License-Identifier: Apache-2.0
// An X509's names and hash in the form that all commands print.
#pragma once

#include <openssl/x509.h>

#include <cstdint>
#include <string>
#include <vector>

namespace keyrack::cli {

std::string name_text(const X509_NAME* name);  // RFC 4514
std::string subject_of(X509* certificate);
std::string issuer_of(X509* certificate);
std::string sha256_of(X509* certificate);  // of its DER, lower-case hexadecimal
std::vector<std::uint8_t> der_of(X509* certificate);

}  // namespace keyrack::cli
