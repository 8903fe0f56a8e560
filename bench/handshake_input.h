// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/key_manager.h>

#include <cstddef>
#include <filesystem>
#include <string>

#include "base/openssl_ptr.h"
#include "bench/scratch_folder.h"

namespace keyrack::bench {

inline constexpr const char* kHandshakePassword = "changeit";

enum class ServerKey { kP256, kRsa2048 };

// A PKCS#12 file of entries with a chain of two each, 10,000 iterations a derivation, as in the
// benchmark of OpenJDK's pull request 17956. Entry i answers to name(i).
class HandshakeInput {
 public:
  HandshakeInput(ServerKey key, std::size_t entries);

  static std::string name(std::size_t entry);
  std::size_t entries() const { return entries_; }
  const std::filesystem::path& file() const { return file_; }
  KeySource source() const { return source_of(file_); }
  static KeySource source_of(const std::filesystem::path& file) {
    return KeySource::file(file, Password(kHandshakePassword));
  }

 private:
  ScratchFolder folder_;
  std::size_t entries_;
  std::filesystem::path file_;
};

// Ways to give a server its key: "raw" (in the SSL_CTX, with its chain), or a key manager's:
// "SunX509", "PKIX", "PKIX-uncached".
SslCtxPtr make_handshake_server(const std::string& variant, const HandshakeInput& input,
                                int max_version);
KeyManager make_handshake_manager(const std::string& variant, const KeySource& source);

}  // namespace keyrack::bench
