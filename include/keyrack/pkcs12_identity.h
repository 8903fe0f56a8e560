// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/password.h>

#include <cstdint>
#include <filesystem>
#include <variant>
#include <vector>

namespace keyrack {

// A PKCS#12 (RFC 7292) for one context: read, and all of its keys decrypted, when the context is
// made. A key manager decrypts when a handshake needs it, and sees changes of the file.
struct Pkcs12Identity {
  std::variant<std::filesystem::path, std::vector<std::uint8_t>> where;  // a file, or its bytes
  Password password = {};
};

}  // namespace keyrack
