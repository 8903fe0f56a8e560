// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "cli/contents.h"

namespace keyrack::cli {

// What the tool tells about an entry, whatever its kind.
struct EntryFacts {
  std::string subject;
  std::string issuer;
  std::string serial;  // lower-case hexadecimal
  std::optional<std::chrono::sys_seconds> not_before;
  std::optional<std::chrono::sys_seconds> not_after;
  std::string sha256;    // of the certificate's DER
  std::string key_type;  // "RSA", "EC", "ED25519"
  int key_bits = 0;
  std::vector<std::string> names;  // DNS, IP, e-mail and URI names of the subject
  bool is_ca = false;
  int revoked = 0;  // certificates that a CRL lists
};
EntryFacts facts_of(const Entry& entry);

// Whether the entry is used at `when` outside its validity: expired, or not valid yet.
bool is_outside_validity(const EntryFacts& facts, std::chrono::sys_seconds when);

}  // namespace keyrack::cli
