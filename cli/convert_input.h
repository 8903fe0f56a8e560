// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/certificate.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "base/openssl_ptr.h"
#include "cli/password_option.h"

namespace keyrack::cli {

struct ConvertedKey {
  std::string alias;
  EvpPkeyPtr key;
  std::vector<Certificate> chain;  // the leaf first
  std::optional<std::chrono::sys_time<std::chrono::milliseconds>> created = {};
};

struct ConvertedCertificate {
  std::string alias;
  Certificate certificate;
  bool is_trusted;
};

// What `keyrack convert` takes from a file to write it in another form.
struct ConvertInput {
  std::vector<ConvertedKey> keys;
  std::vector<ConvertedCertificate> certificates;
  std::vector<std::string> left_out;  // what could not be taken, with the reason
  Password password;                  // that the file was opened with
};

// Reads PEM or PKCS#12, told apart by content, and asks for a password when one is needed and a
// person is there. `alias` is the one entry to take from a key store, or the name for PEM's first
// entry; empty: all, and numbers. Throws CommandFailure.
ConvertInput read_convert_input(const std::string& path, const PasswordOption& password,
                                const std::string& alias);

}  // namespace keyrack::cli
