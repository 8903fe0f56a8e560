// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/certificate.h>
#include <keyrack/error.h>
#include <keyrack/key_store_limits.h>
#include <keyrack/library_context.h>
#include <keyrack/password.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace keyrack {

struct KeyStoreOptions {
  KeyStoreLimits limits = {};
  // Refuse a file without a MAC instead of loading it as "integrity not protected".
  bool require_integrity = false;
  // What errors and problems call the bytes; open() fills in the path.
  std::string source_name = "memory";
  LibraryContext library_context = {};
};

// A password-based algorithm as a file names it.
struct PasswordAlgorithm {
  std::string algorithm;         // "AES-256-CBC", "HMAC-SHA256"
  std::string kdf;               // "PBKDF2-HMAC-SHA256", "scrypt", "PKCS12-SHA1"
  std::uint64_t iterations = 0;  // scrypt: N * r * p

  friend bool operator==(const PasswordAlgorithm&, const PasswordAlgorithm&) = default;
};

}  // namespace keyrack
